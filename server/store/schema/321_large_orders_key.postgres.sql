alter table large_orders add primary key (order_id);
