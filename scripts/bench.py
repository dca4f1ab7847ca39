"""Run every benchmark; results are ratios to a peer or to a plain implementation."""

from __future__ import annotations

import bench_cluster
import bench_coach
import bench_exact
import bench_page
import bench_ranking
import bench_settle
import bench_sim
import bench_store
import load


def main() -> None:
    for title, part in (
        ("Ranking", bench_ranking),
        ("Settlement", bench_settle),
        ("Exact", bench_exact),
        ("Simulation", bench_sim),
        ("Store", bench_store),
        ("House", load),
        ("Coach", bench_coach),
        ("Cluster", bench_cluster),
        ("Page", bench_page),
    ):
        print(f"== {title}")
        part.bench()
        print()


if __name__ == "__main__":
    main()
