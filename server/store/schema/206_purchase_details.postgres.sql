-- What lists and filters of buyers need of each order, so that they read neither orders nor accounts, which may be on another node of a
-- cluster: its province, whether it has a discount, and the names of the account or else of the order. A new table takes a fraction of
-- the time of an update, and a server of the version before can still read until it replaces the former one.
lock table rollup_purchases in share mode;
create table detailed_purchases (
  like rollup_purchases, province text not null default '', discounted boolean not null default false,
  name text not null default '', surname text not null default '');
-- A purchase whose order is gone from a dirty month stays, since rebuilding the month corrects the buyer's others. The orders are
-- materialized, since a cluster joins tables of different nodes only if the coordinator collects one of them.
with placed as materialized (
  select order_id, month, province, discount <> 0 as discounted, first_name, last_name from orders
)
insert into detailed_purchases
  select p.*, coalesce(o.province, ''), coalesce(o.discounted, false), coalesce(a.first_name, o.first_name, ''),
    coalesce(a.last_name, o.last_name, '')
  from rollup_purchases p left join placed o on o.order_id = p.order_id and o.month = p.month
  left join customers a on a.customer_id = p.account_id
  order by p.month, p.buyer;
drop table rollup_purchases;
alter table detailed_purchases rename to rollup_purchases;
create index rollup_purchases_month on rollup_purchases (month, place);
create index rollup_purchases_order on rollup_purchases (order_id);
create index rollup_purchases_buyer on rollup_purchases (buyer);
create index rollup_purchases_next on rollup_purchases (next_date);
create index rollup_purchases_distributor on rollup_purchases (dist_id);
create index rollup_purchases_name on rollup_purchases (name);
create index rollup_purchases_surname on rollup_purchases (surname);
analyze rollup_purchases;
