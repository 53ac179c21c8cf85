-- folded() as in 040, whatever the locale of the database: lower() of the C collation folds ASCII, and all else is translated.

create or replace function folded_beyond_spanish(value text) returns text immutable strict parallel safe language sql
return lower(translate(
  regexp_replace(normalize(value, nfd), '[\u0300-\u036f]', '', 'g'),
  'ØÆŒÐÞŁĐĦŊŦΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏ',
  'øæœðþłđħŋŧαβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџ') collate "C");

create or replace function folded(value text) returns text immutable parallel safe language sql
return case
  when octet_length(value) = length(value) then lower(value collate "C")
  when octet_length(translate(value, 'íáéóñúüÁÉÍÓÚÑÜ', 'iaeonuuAEIOUNU')) = length(value)
    then lower(translate(value, 'íáéóñúüÁÉÍÓÚÑÜ', 'iaeonuuAEIOUNU') collate "C")
  else folded_beyond_spanish(value)
end;
