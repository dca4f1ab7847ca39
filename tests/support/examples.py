"""The number of Hypothesis examples: as given by a test, or ten times as many under the thorough profile.

The usual examples are the same in every run, so that a red run is a change of the code. The thorough ones are new.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "usual", max_examples=100, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck)
)
settings.register_profile("thorough", settings.get_profile("usual"), max_examples=1_000, derandomize=False)
settings.register_profile("quick", settings.get_profile("usual"), max_examples=10)


def examples(count: int) -> settings:
    """Return the settings for a test with that many examples under the default profile."""
    return settings(max_examples=max(count * settings().max_examples // 100, 1))
