-- Whether a word of a name, or of an e-mail, begins with the given one; of names without regard to case and accents.
create function names_begin(first_name text, last_name text, word text) returns boolean stable parallel safe language sql
return array_to_tsvector(array_remove(string_to_array(
    translate(left(folded(first_name), 300) || ' ' || left(folded(last_name), 300), '@.-_+''’´,;:/()"&#*', '                  '),
  ' '), '')) @@ ('''' || word || ''':*')::tsquery;

create function email_begins(email text, word text) returns boolean stable parallel safe language sql
return array_to_tsvector(array_remove(string_to_array(
    translate(left(email, 300), '@.-_+''’´,;:/()"&#*', '                  '),
  ' '), '')) @@ ('''' || word || ''':*')::tsquery;

-- The expressions of the functions above.
create index orders_names on orders using gin (array_to_tsvector(array_remove(string_to_array(
    translate(left(folded(first_name), 300) || ' ' || left(folded(last_name), 300), '@.-_+''’´,;:/()"&#*', '                  '),
  ' '), '')));
create index orders_email_words on orders using gin (array_to_tsvector(array_remove(string_to_array(
    translate(left(email, 300), '@.-_+''’´,;:/()"&#*', '                  '),
  ' '), '')));
-- Codes of coupons by their beginning.
create index order_discounts_code on order_discounts (name) where kind = 'coupon';
