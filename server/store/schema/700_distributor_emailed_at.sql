-- created_at of the order that gave the e-mail; of rows stored before, of the one that gave the name.
alter table distributors add column emailed_at timestamp default timestamp '1970-01-01 00:00:00';
update distributors set emailed_at = named_at where email <> '';
