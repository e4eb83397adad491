//! petgraph 0.5.1: a removed node leaves edges behind.

use petgraph::graphmap::DiGraphMap;
pub fn put(edges: Vec<(u32, u32)>, n: u32) {
    let mut g = DiGraphMap::<u32, ()>::new();
    for (a, b) in edges {
        g.add_edge(a, b, ());
    }
    g.remove_node(n);
    assert!(!g.contains_node(n));
    assert!(g.all_edges().all(|(a, b, _)| a != n && b != n)); // no dangling edge
}

#[cfg(test)]
mod tests {
    #[forall::forall]
    fn put_holds(edges: Vec<(u32, u32)>, n: u32) {
        super::put(edges, n);
    }
}
