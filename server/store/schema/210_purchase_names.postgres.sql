-- The names that lists show for each order, so that lists ordered by name read neither orders nor accounts. A new table, as for the
-- provinces.
lock table rollup_purchases in share mode;
create table named_purchases (
  like rollup_purchases including defaults, name text not null default '', surname text not null default '');
insert into named_purchases
  select p.*, coalesce(a.first_name, o.first_name), coalesce(a.last_name, o.last_name)
  from rollup_purchases p join orders o on o.order_id = p.order_id and o.month = p.month
  left join customers a on a.customer_id = p.account_id
  order by p.month, p.buyer;
drop table rollup_purchases;
alter table named_purchases rename to rollup_purchases;
create index rollup_purchases_month on rollup_purchases (month, place);
create index rollup_purchases_order on rollup_purchases (order_id);
create index rollup_purchases_buyer on rollup_purchases (buyer);
create index rollup_purchases_next on rollup_purchases (next_date);
create index rollup_purchases_distributor on rollup_purchases (dist_id);
create index rollup_purchases_name on rollup_purchases (name);
create index rollup_purchases_surname on rollup_purchases (surname);
analyze rollup_purchases;
