fn main() {
    race::random::until_failure(|(edges, n)| petgraph_graphmap_remove_node::put(edges, n));
}
