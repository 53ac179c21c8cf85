-- Additive measures per month, rebuilt from a month's counted rows; distinct counts stand at the grain that is shown.

create table rollup_orders (
  month text not null,
  order_date date not null,
  dist_id text not null,
  status text not null,
  orders bigint not null,
  units bigint not null,             -- net of refunded units
  coupons bigint not null,
  gross decimal(18, 2) not null,
  discount decimal(18, 2) not null,
  refunded decimal(18, 2) not null,
  net decimal(18, 2) not null
);

-- rollup_orders without its days: what the month views read.
create table rollup_months (
  month text not null,
  dist_id text not null,
  status text not null,
  orders bigint not null,
  units bigint not null,             -- net of refunded units
  coupons bigint not null,
  gross decimal(18, 2) not null,
  discount decimal(18, 2) not null,
  refunded decimal(18, 2) not null,
  net decimal(18, 2) not null
);

create table rollup_provinces (
  month text not null,
  province text not null,
  dist_id text not null,
  status text not null,
  orders bigint not null,
  units bigint not null,
  net decimal(18, 2) not null
);

create table rollup_products (
  month text not null,
  dist_id text not null,
  status text not null,
  product_id bigint not null,
  variation_id bigint not null,
  sku text not null,                 -- of the line; a deleted product is told apart by its name
  name text not null,
  orders bigint not null,
  units bigint not null,
  gross decimal(18, 2) not null,
  net decimal(18, 2) not null
);

create table rollup_segments (
  month text not null,
  dist_id text not null,
  status text not null,
  business text not null,
  segment text not null,
  orders bigint not null,            -- distinct orders with a line of the segment
  units bigint not null,
  gross decimal(18, 2) not null,
  net decimal(18, 2) not null
);

create table rollup_businesses (
  month text not null,
  dist_id text not null,
  status text not null,
  business text not null,
  orders bigint not null,            -- distinct orders with a line of the business
  units bigint not null,
  gross decimal(18, 2) not null,
  net decimal(18, 2) not null
);

create table rollup_discounts (
  month text not null,
  dist_id text not null,
  status text not null,
  kind text not null,
  name text not null,
  discount_group text not null,
  sub_group text not null,
  promo_name text not null,
  promo_type text not null,
  quantity bigint not null,
  amount decimal(18, 2) not null
);

-- Distinct buyers with a completed order; dist_id '*' is the whole month.
create table rollup_buyers (
  month text not null,
  dist_id text not null,
  buyers bigint not null
);

-- Accounts by month of registration.
create table rollup_customers (
  month text not null,
  role text not null,
  company text not null,
  province text not null,
  registered bigint not null
);
