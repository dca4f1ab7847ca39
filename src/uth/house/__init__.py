"""A live house: tables and links with one writer each, clocks, presence, switches and approvals."""
