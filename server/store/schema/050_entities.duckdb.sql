-- Decodes what WordPress encodes by itself, for names stored as they came; entities.ts decodes new ones. '&amp;' comes last, so
-- that each is decoded once. Rarer entities are decoded when their record is read again.

create macro decoded(value) as
replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(value,
  '&#038;', '&amp;'), '&#38;', '&amp;'), '&quot;', '"'), '&#039;', ''''), '&#39;', ''''), '&#8216;', '‘'),
  '&#8217;', '’'), '&#8220;', '“'), '&#8221;', '”'), '&#8211;', '–'), '&#8212;', '—'), '&#8230;', '…'),
  '&#215;', '×'), '&lt;', '<'), '&gt;', '>'), '&amp;', '&');
