//! Orders, and how they are made.

/// What somebody wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    article: u8,
    count: u16,
    express: bool,
}

/// Makes an order step by step.
#[derive(Debug, Clone, Default)]
pub struct Builder {
    article: Option<u8>,
    count: Option<u16>,
    express: bool,
}

#[cfg_attr(test, forall::factory)]
impl Builder {
    pub fn new(article: Option<u8>, count: Option<u16>) -> Self {
        Builder { article, count, express: false }
    }
}

impl Builder {
    #[must_use]
    pub fn express(mut self) -> Builder {
        self.express = true;
        self
    }

    pub fn build(self) -> Result<Order, &'static str> {
        let article = self.article.ok_or("no article")?;
        let count = self.count.unwrap_or(1);
        if count == 0 {
            return Err("nothing is ordered");
        }
        Ok(Order { article, count, express: self.express })
    }
}

impl Order {
    /// In cents: express costs a fifth more, and at least two hundred.
    pub fn price(&self) -> u16 {
        let price = self.count * 25;
        if self.express { price + (price / 5).max(200) } else { price }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};

    #[forall]
    fn every_order_can_be_built(builder: Builder) -> Result<(), &'static str> {
        builder.build().map(drop)
    }

    #[forall]
    fn orders_are_for_something(builder: Builder) {
        if let Ok(order) = builder.clone().build() {
            assert!(order.count > 0);
            assert_eq!(Some(order.article), builder.article);
        }
    }

    #[forall]
    fn express_is_dearer(builder: Builder) {
        let (Ok(slow), Ok(fast)) = (builder.clone().build(), builder.express().build()) else { return };
        assert!(fast.price() > slow.price());
    }

    #[forall]
    fn express_is_dearer_for_small_orders(builder: Builder) {
        assume!(builder.count.is_none_or(|count| count < 1000));
        let (Ok(slow), Ok(fast)) = (builder.clone().build(), builder.express().build()) else { return };
        assert!(fast.price() >= slow.price() + 200);
    }
}
