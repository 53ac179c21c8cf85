-- What WooCommerce Analytics counts of an order and a refund, to explain how its net sales differ from ours. Null for rows
-- stored before: the next import fills it.

alter table orders add column analytics_net decimal(18, 2);       -- total without taxes and shipping
alter table orders add column included_tax decimal(18, 2);        -- tax in gross - discount
alter table orders add column untaxed_fees decimal(18, 2);        -- positive fees without tax

alter table order_refunds add column analytics_net decimal(18, 2);
alter table order_refunds add column included_tax decimal(18, 2);
alter table order_refunds add column untaxed_fees decimal(18, 2);
