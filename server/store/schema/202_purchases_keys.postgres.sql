create index rollup_purchases_month on rollup_purchases (month, place);
create index rollup_purchases_order on rollup_purchases (order_id);
create index rollup_purchases_buyer on rollup_purchases (buyer);
create index rollup_purchases_next on rollup_purchases (next_date);
create index rollup_purchases_distributor on rollup_purchases (dist_id);
