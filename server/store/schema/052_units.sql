-- Units become decimals: shops that sell by weight have fractions of them, to the thousandth.

alter table orders alter column units type decimal(18, 3);
alter table orders alter column refunded_units type decimal(18, 3);
alter table order_lines alter column quantity type decimal(18, 3);
alter table order_lines alter column refunded_units type decimal(18, 3);
alter table products alter column stock_quantity type decimal(18, 3);

alter table rollup_orders alter column units type decimal(18, 3);
alter table rollup_months alter column units type decimal(18, 3);
alter table rollup_provinces alter column units type decimal(18, 3);
alter table rollup_products alter column units type decimal(18, 3);
alter table rollup_sold alter column units type decimal(18, 3);
alter table rollup_segments alter column units type decimal(18, 3);
alter table rollup_businesses alter column units type decimal(18, 3);
