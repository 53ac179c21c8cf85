-- Functions that both engines know by one name.

-- Letter case and accents taken away, for text filters.
create macro folded(value) as lower(strip_accents(value));
