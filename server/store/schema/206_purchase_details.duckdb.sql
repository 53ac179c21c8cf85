-- What lists and filters of buyers need of each order, so that they read neither orders nor accounts: its province, whether it has a
-- discount, and the names of the account or else of the order. A new table: updating rows in the order of another table takes minutes.
-- A purchase whose order is gone from a dirty month stays, since rebuilding the month corrects the buyer's others.
create table detailed_purchases as
  select p.*, coalesce(o.province, '') as province, coalesce(o.discount <> 0, false) as discounted,
    coalesce(a.first_name, o.first_name, '') as name, coalesce(a.last_name, o.last_name, '') as surname
  from rollup_purchases p left join orders o on o.order_id = p.order_id and o.month = p.month
  left join customers a on a.customer_id = p.account_id
  order by p.month, p.buyer;
drop table rollup_purchases;
alter table detailed_purchases rename to rollup_purchases;
-- A table made of a query lacks it, and copies take a table with months month by month.
alter table rollup_purchases alter column month set not null;
