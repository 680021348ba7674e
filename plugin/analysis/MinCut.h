//===- MinCut.h - cheapest set of vertices that separates -----------------===//
//
// Which values to record is a vertex cut: every path from what cannot be recomputed to what the reverse sweep
// needs must pass a recorded value, and the recorded bytes are to be least. Among the cheapest cuts the one
// nearest to the needs is returned, so that least is recomputed.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_ANALYSIS_MINCUT_H
#define MIXEDAD_ANALYSIS_MINCUT_H

#include <cstdint>
#include <vector>

namespace mixedad::analysis {

class MinCut {
public:
  /// A vertex that costs Capacity to cut; its number, counted from 0.
  unsigned addVertex(uint64_t Capacity);
  void addEdge(unsigned From, unsigned To);
  /// Paths start here (and the vertex itself may be cut).
  void markSource(unsigned V);
  /// Paths end here (and the vertex itself may be cut).
  void markSink(unsigned V);

  /// The vertices of the cut, in ascending order.
  std::vector<unsigned> solve();

private:
  struct Edge {
    unsigned To;
    uint64_t Capacity;
  };
  static constexpr unsigned Source = 0, Sink = 1;
  static unsigned in(unsigned V) { return 2 * V + 2; }
  static unsigned out(unsigned V) { return 2 * V + 3; }
  void connect(unsigned From, unsigned To, uint64_t Capacity);
  bool levels();
  uint64_t augment(unsigned Node, uint64_t Limit);

  std::vector<Edge> Edges; ///< edge I and its reverse I ^ 1
  std::vector<std::vector<unsigned>> Out{2};
  std::vector<unsigned> Level, Next;
  unsigned Count = 0;
};

} // namespace mixedad::analysis
#endif
