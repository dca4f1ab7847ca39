"""Where the money is: accounts, transfers that sum to zero, the trial balance."""
