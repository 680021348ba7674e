//===- MinCut.cpp - cheapest set of vertices that separates ---------------===//

#include "analysis/MinCut.h"

#include <algorithm>

namespace mixedad::analysis {

namespace {
constexpr uint64_t Infinite = uint64_t(1) << 60;
constexpr unsigned Unreached = ~0u;
} // namespace

void MinCut::connect(unsigned From, unsigned To, uint64_t Capacity) {
  Out[From].push_back(Edges.size());
  Edges.push_back({To, Capacity});
  Out[To].push_back(Edges.size());
  Edges.push_back({From, 0});
}

unsigned MinCut::addVertex(uint64_t Capacity) {
  Out.resize(Out.size() + 2);
  connect(in(Count), out(Count), Capacity);
  return Count++;
}

void MinCut::addEdge(unsigned From, unsigned To) { connect(out(From), in(To), Infinite); }
void MinCut::markSource(unsigned V) { connect(Source, in(V), Infinite); }
void MinCut::markSink(unsigned V) { connect(out(V), Sink, Infinite); }

/// Breadth-first levels from the source; whether the sink can still be reached.
bool MinCut::levels() {
  Level.assign(Out.size(), Unreached);
  std::vector<unsigned> Queue{Source};
  Level[Source] = 0;
  for (size_t I = 0; I < Queue.size(); ++I)
    for (unsigned E : Out[Queue[I]])
      if (Edges[E].Capacity && Level[Edges[E].To] == Unreached) {
        Level[Edges[E].To] = Level[Queue[I]] + 1;
        Queue.push_back(Edges[E].To);
      }
  return Level[Sink] != Unreached;
}

uint64_t MinCut::augment(unsigned Node, uint64_t Limit) {
  if (Node == Sink)
    return Limit;
  for (unsigned &I = Next[Node]; I < Out[Node].size(); ++I) {
    unsigned E = Out[Node][I], To = Edges[E].To;
    if (!Edges[E].Capacity || Level[To] != Level[Node] + 1)
      continue;
    if (uint64_t Sent = augment(To, std::min(Limit, Edges[E].Capacity))) {
      Edges[E].Capacity -= Sent;
      Edges[E ^ 1].Capacity += Sent;
      return Sent;
    }
  }
  return 0;
}

std::vector<unsigned> MinCut::solve() {
  while (levels()) {
    Next.assign(Out.size(), 0);
    while (augment(Source, Infinite))
      ;
  }
  // Everything that still reaches the sink lies behind the cut that is nearest to it.
  std::vector<bool> Behind(Out.size());
  std::vector<unsigned> Queue{Sink};
  Behind[Sink] = true;
  for (size_t I = 0; I < Queue.size(); ++I)
    for (unsigned E : Out[Queue[I]])
      if (Edges[E ^ 1].Capacity && !Behind[Edges[E].To]) {
        Behind[Edges[E].To] = true;
        Queue.push_back(Edges[E].To);
      }
  std::vector<unsigned> Cut;
  for (unsigned V = 0; V < Count; ++V)
    if (!Behind[in(V)] && Behind[out(V)])
      Cut.push_back(V);
  return Cut;
}

} // namespace mixedad::analysis
