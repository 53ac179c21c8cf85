-- The province of each order, so that buyers can be chosen by that of their first one without reading the row of the order, which may
-- be on another node of a cluster. A new table takes a fraction of the time of an update, and a server of the version before can still
-- read until it replaces the former one.
lock table rollup_purchases in share mode;
create table purchases_of_provinces (like rollup_purchases, province text not null default '');
insert into purchases_of_provinces
  select p.*, o.province from rollup_purchases p join orders o on o.order_id = p.order_id and o.month = p.month
  order by p.month, p.buyer;
drop table rollup_purchases;
alter table purchases_of_provinces rename to rollup_purchases;
create index rollup_purchases_month on rollup_purchases (month, place);
create index rollup_purchases_order on rollup_purchases (order_id);
create index rollup_purchases_buyer on rollup_purchases (buyer);
create index rollup_purchases_next on rollup_purchases (next_date);
create index rollup_purchases_distributor on rollup_purchases (dist_id);
analyze rollup_purchases;
