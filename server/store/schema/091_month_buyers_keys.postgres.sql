-- A change looks up rows by their keys, which must not cost what the month holds. Each index still begins with month and status.

create index rollup_month_buyers_month on rollup_month_buyers (month, buyer);
create index rollup_shared_buyers_month on rollup_shared_buyers (month, buyer);

drop index rollup_orders_month;
create index rollup_orders_month on rollup_orders (month, status, dist_id);
drop index rollup_provinces_month;
create index rollup_provinces_month on rollup_provinces (month, status, dist_id);
drop index rollup_products_month;
create index rollup_products_month on rollup_products (month, status, product_id, dist_id);
drop index rollup_sold_month;
create index rollup_sold_month on rollup_sold (month, status, product_id);
drop index rollup_discounts_month;
create index rollup_discounts_month on rollup_discounts (month, status, dist_id, name);
drop index order_lines_month;
create index order_lines_month on order_lines (month, status, product_id, dist_id);
