create index rollup_orders_month on rollup_orders (month, status);
create index rollup_months_month on rollup_months (month, status);
create index rollup_provinces_month on rollup_provinces (month, status);
create index rollup_products_month on rollup_products (month, status);
create index rollup_segments_month on rollup_segments (month, status);
create index rollup_businesses_month on rollup_businesses (month, status);
create index rollup_discounts_month on rollup_discounts (month, status);
create index rollup_buyers_month on rollup_buyers (month);
create index rollup_customers_month on rollup_customers (month);
