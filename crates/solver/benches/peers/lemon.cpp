// Peer for the benchmark: LEMON's MaxMatching on the divisor graph of 1..N.
// Build: g++ -O3 -o lemon lemon.cpp     Run: ./lemon N
// Prints: N, seconds (graph building included), winning openings, matching size.
#include <lemon/matching.h>
#include <lemon/smart_graph.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
  const auto start = std::chrono::steady_clock::now();

  lemon::SmartGraph graph;
  graph.reserveNode(n + 1);
  std::vector<lemon::SmartGraph::Node> node(n + 1);
  for (int v = 1; v <= n; ++v) node[v] = graph.addNode();
  for (int d = 1; d <= n; ++d)
    for (int m = 2 * d; m <= n; m += d) graph.addEdge(node[d], node[m]);

  lemon::MaxMatching<lemon::SmartGraph> matching(graph);
  matching.run();

  // LEMON calls the Gallai-Edmonds set D "EVEN".
  int winning = 0;
  for (int v = 1; v <= n; ++v)
    if (matching.status(node[v]) == lemon::MaxMatching<lemon::SmartGraph>::EVEN) ++winning;

  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  std::printf("lemon N=%d seconds=%.4f winning=%d matching=%d\n", n, elapsed.count(), winning,
              matching.matchingSize());
}
