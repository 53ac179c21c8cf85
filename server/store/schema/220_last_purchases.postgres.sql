-- Tells who bought last until a day, with their names and totals, from the index alone: the rows of the buyers of all time lie in all of
-- the table's pages.
drop index rollup_purchases_next;
create index rollup_purchases_next on rollup_purchases (next_date)
  include (order_date, order_id, account_id, place, buyer, total, name, surname);
