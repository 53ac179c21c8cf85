-- The names that lists show for each order, so that lists ordered by name read neither orders nor accounts. A new table, as for the
-- provinces.
create table named_purchases as
  select p.*, coalesce(a.first_name, o.first_name) as name, coalesce(a.last_name, o.last_name) as surname
  from rollup_purchases p join orders o on o.order_id = p.order_id and o.month = p.month
  left join customers a on a.customer_id = p.account_id
  order by p.month, p.buyer;
drop table rollup_purchases;
alter table named_purchases rename to rollup_purchases;
-- A table made of a query lacks it, and copies take a table with months month by month.
alter table rollup_purchases alter column month set not null;
