-- The names that lists show for each order, so that lists ordered by name read neither orders nor accounts.
alter table rollup_purchases add column name text default '';
alter table rollup_purchases add column surname text default '';
update rollup_purchases set name = o.first_name, surname = o.last_name from orders o
  where o.order_id = rollup_purchases.order_id and o.month = rollup_purchases.month;
update rollup_purchases set name = a.first_name, surname = a.last_name from customers a
  where a.customer_id = rollup_purchases.account_id;
