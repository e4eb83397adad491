//! From one unit to another.

pub fn fahrenheit(celsius: f64) -> f64 {
    celsius * 9.0 / 5.0 + 32.0
}

pub fn celsius(fahrenheit: f64) -> f64 {
    (fahrenheit - 32.0) * 5.0 / 9.0
}

/// The temperature that is felt, by the formula of 2001.
pub fn wind_chill(celsius: f64, wind: f64) -> f64 {
    13.12 + 0.6215 * celsius - 11.37 * wind.powf(0.16) + 0.3965 * celsius * wind.powf(0.16)
}

/// The point of dew.
pub fn dew_point(celsius: f64, humidity: f64) -> f64 {
    let gamma = (humidity / 100.0).ln() + 17.62 * celsius / (243.12 + celsius);
    243.12 * gamma / (17.62 - gamma)
}

/// From which side the wind comes, in degrees.
pub fn direction(east: f64, north: f64) -> f64 {
    let degrees = east.atan2(north).to_degrees();
    if degrees < 0.0 { degrees + 360.0 } else { degrees }
}

/// The force of the wind after Beaufort.
pub fn beaufort(metres: f32) -> u8 {
    const LIMITS: [f32; 12] = [0.3, 1.6, 3.4, 5.5, 8.0, 10.8, 13.9, 17.2, 20.8, 24.5, 28.5, 32.7];
    LIMITS.iter().filter(|limit| metres >= **limit).count() as u8
}

/// As a bar of characters, one for each two degrees.
pub fn bar(celsius: f32) -> String {
    "#".repeat((celsius / 2.0) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};

    /// There and back again.
    #[forall]
    fn fahrenheit_can_be_undone(degrees: f64) {
        assume!(degrees.abs() < 1000.0);
        assert!((celsius(fahrenheit(degrees)) - degrees).abs() < 1e-9);
    }

    /// To the last bit.
    #[forall]
    fn fahrenheit_can_be_undone_exactly(tenths: i16) {
        assume!((-500..500).contains(&tenths));
        let degrees = f64::from(tenths) / 10.0;
        assert_eq!(celsius(fahrenheit(degrees)), degrees);
    }

    #[forall]
    fn warmer_is_warmer(a: f64, b: f64) {
        assume!(a < b);
        assert!(fahrenheit(a) <= fahrenheit(b));
    }

    #[forall]
    fn strictly_warmer_is_strictly_warmer(a: f64, b: f64) {
        assume!(a < b);
        assert!(fahrenheit(a) < fahrenheit(b));
    }

    /// Wind makes it colder.
    #[forall]
    fn wind_makes_it_colder(celsius: i8, wind: u8) {
        assume!((-50..=10).contains(&celsius) && (5..=177).contains(&wind));
        assert!(wind_chill(celsius.into(), wind.into()) <= f64::from(celsius) + 1.0);
    }

    /// Dew comes below the temperature.
    #[forall]
    fn dew_is_colder(celsius: i8, humidity: u8) {
        assume!((-40..=50).contains(&celsius) && (1..=100).contains(&humidity));
        assert!(dew_point(celsius.into(), humidity.into()) <= f64::from(celsius) + 1e-9);
    }

    /// At any humidity.
    #[forall]
    fn dew_is_a_number(humidity: u8) {
        assert!(dew_point(20.0, humidity.into()).is_finite());
    }

    #[forall]
    fn directions_are_on_the_compass(east: f64, north: f64) {
        assume!(east.is_finite() && north.is_finite());
        assert!((0.0..360.0).contains(&direction(east, north)));
    }

    #[forall]
    fn directions_of_whole_winds_are_on_the_compass(east: i8, north: i8) {
        assert!((0.0..360.0).contains(&direction(east.into(), north.into())));
    }

    #[forall]
    fn forces_go_up_to_twelve(metres: f32) {
        assert!(beaufort(metres) <= 12);
    }

    #[forall]
    fn stronger_winds_have_more_force(a: f32, b: f32) {
        assume!(a <= b);
        assert!(beaufort(a) <= beaufort(b));
    }

    #[forall]
    fn calm_is_zero(metres: f32) {
        assume!(metres.abs() < 0.3);
        assert_eq!(beaufort(metres), 0);
    }

    #[forall]
    fn bars_fit_on_the_page(celsius: f32) {
        assume!(celsius < 60.0);
        assert!(bar(celsius).len() < 30);
    }
}
