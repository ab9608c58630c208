"""Questions asked of any encoding, a number each."""
