//===- MinCutTest.cpp - cuts of small graphs ------------------------------===//
#include "analysis/MinCut.h"

#include <gmock/gmock.h>

using mixedad::analysis::MinCut;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

TEST(MinCut, PrefersTheCheaperVertex) {
  MinCut C;
  unsigned A = C.addVertex(8), B = C.addVertex(4);
  C.addEdge(A, B);
  C.markSource(A);
  C.markSink(B);
  EXPECT_THAT(C.solve(), ElementsAre(B));
}

TEST(MinCut, AmongEqualsTheNearestToTheSink) {
  MinCut C;
  unsigned A = C.addVertex(8), B = C.addVertex(8), D = C.addVertex(8);
  C.addEdge(A, B);
  C.addEdge(B, D);
  C.markSource(A);
  C.markSink(D);
  EXPECT_THAT(C.solve(), ElementsAre(D));
}

TEST(MinCut, OneSourceForTwoNeeds) {
  MinCut C;
  unsigned A = C.addVertex(8), B = C.addVertex(8), D = C.addVertex(8);
  C.addEdge(A, B);
  C.addEdge(A, D);
  C.markSource(A);
  C.markSink(B);
  C.markSink(D);
  EXPECT_THAT(C.solve(), ElementsAre(A));
}

TEST(MinCut, NothingWhenNoSourceReachesASink) {
  MinCut C;
  unsigned A = C.addVertex(8), B = C.addVertex(8);
  C.markSource(A);
  C.markSink(B);
  EXPECT_THAT(C.solve(), IsEmpty());
}

TEST(MinCut, ASourceThatIsNeededIsCut) {
  MinCut C;
  unsigned A = C.addVertex(8);
  C.markSource(A);
  C.markSink(A);
  EXPECT_THAT(C.solve(), ElementsAre(A));
}

} // namespace
