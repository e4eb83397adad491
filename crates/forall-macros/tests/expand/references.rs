#[forall]
fn lent(text: &str, items: &mut [self::Item], list: &mut Vec<u8>, one: &super::Other) -> usize {
    items.sort();
    text.len() + list.len() + one.0
}
