"""Beside floor 6: helpers that ship for those who test: the dealer's tests."""

from doublesix.testing.dealer import DealerTest, try_dealer, try_deals

__all__ = ["DealerTest", "try_dealer", "try_deals"]
