-- The province of each order, so that buyers can be chosen by that of their first one without reading the row of the order.
alter table rollup_purchases add column province text default '';
update rollup_purchases set province = o.province from orders o
  where o.order_id = rollup_purchases.order_id and o.month = rollup_purchases.month;
