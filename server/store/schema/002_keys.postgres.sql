-- Keys and indexes where the engine needs them; DuckDB prunes by its own zone maps and would pay for an index in memory.

alter table orders add primary key (order_id);
alter table order_lines add primary key (order_id, line_id);
alter table order_discounts add primary key (order_id, discount_id);
alter table order_refunds add primary key (order_id, refund_id);
alter table customers add primary key (customer_id);
alter table products add primary key (product_id);
alter table product_categories add primary key (product_id, category_id);
alter table categories add primary key (category_id);
alter table coupons add primary key (coupon_id);
alter table distributors add primary key (dist_id);
alter table data_versions add primary key (name);
alter table import_cursors add primary key (source);
alter table settings add primary key (option);

create index orders_month on orders (month, status);
create index order_lines_month on order_lines (month, status);
create index order_discounts_month on order_discounts (month, status);
create index order_refunds_month on order_refunds (month);
create index orders_customer on orders (customer_id);
create index orders_email on orders (email);
create index customers_month on customers (month);
create index customers_email on customers (email);
