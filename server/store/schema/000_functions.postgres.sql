-- Functions that both engines know by one name.

-- Letter case and accents taken away, for text filters. Plain ASCII, the most frequent, takes the short way; lower()
-- of the C collation knows ASCII alone, so the letters that no accent explains are translated one by one.
create function folded(value text) returns text immutable strict parallel safe language sql
return case
  when octet_length(value) = length(value) then lower(value)
  else lower(translate(
    regexp_replace(normalize(value, nfd), '[\u0300-\u036f]', '', 'g'),
    'ØÆŒÐÞŁĐĦŊŦΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏ',
    'øæœðþłđħŋŧαβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџ'))
end;
