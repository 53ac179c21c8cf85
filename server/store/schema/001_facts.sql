-- Facts as the store told them, one row per thing. Both engines read this file; keys and indexes of PostgreSQL follow in 002.
-- Every row of an order carries order_id (the distribution column on Citus) and month, status, dist_id, counted of its order, so a month's rows are found without a join.

create table orders (
  order_id bigint not null,
  month text not null,               -- YYYY-MM of created_at
  created_at timestamp not null,     -- wall clock of the store
  order_date date not null,          -- day of created_at
  modified_at timestamp not null,    -- UTC; guards against late data
  status text not null,              -- with its wc- prefix
  currency text not null,
  counted boolean not null,          -- false: in another currency, so in no sum
  customer_id bigint not null,       -- 0: guest
  email text not null,               -- billing e-mail, trimmed and case folded; '' when there is none
  first_name text not null,
  last_name text not null,
  city text not null,
  province text not null,            -- one of the 24 in capitals, or SIN PROVINCIA
  dist_id text not null,             -- '0': without distributor
  invoice_number text not null,
  payment_method text not null,
  units bigint not null,             -- sum of line quantities
  refunded_units bigint not null,
  coupons integer not null,          -- distinct coupon codes, letter case folded
  gross decimal(18, 2) not null,
  discount decimal(18, 2) not null,  -- positive
  refunded decimal(18, 2) not null,  -- positive, shipping and positive fees left out
  net decimal(18, 2) not null,       -- gross - discount - refunded
  shipping decimal(18, 2) not null,
  fees decimal(18, 2) not null,      -- positive fees
  total decimal(18, 2) not null      -- as the store shows it
);

create table order_lines (
  order_id bigint not null,
  line_id bigint not null,
  month text not null,
  status text not null,
  counted boolean not null,
  dist_id text not null,
  product_id bigint not null,        -- 0: deleted product
  variation_id bigint not null,      -- 0: none
  sku text not null,
  name text not null,                -- as it was at the sale
  quantity bigint not null,
  refunded_units bigint not null,
  gross decimal(18, 2) not null,
  discount decimal(18, 2) not null,  -- coupon discount of this line
  refunded decimal(18, 2) not null,  -- refund of this line
  promotion decimal(18, 2) not null, -- its part of the order's negative fees
  shared decimal(18, 2) not null,    -- its part of the refunds that name no line
  net decimal(18, 2) not null        -- gross - discount - refunded - promotion - shared; the lines of an order add up to its net
);

create table order_discounts (
  order_id bigint not null,
  discount_id bigint not null,
  month text not null,
  status text not null,
  counted boolean not null,
  dist_id text not null,
  kind text not null,                -- coupon | fee
  name text not null,                -- coupon code in lower case, or the fee's name
  discount_group text not null,      -- CORPORATIVOS, CUPONES MASIVOS, BANCARIOS, DESCUENTOS POR CATEGORÍA, OTROS
  sub_group text not null,           -- 'others' when no rule names one
  promo_name text not null,
  promo_type text not null,          -- '' | boxes-mix | buy-x-get-y
  nominal decimal(18, 2) not null,   -- face value of the coupon, percent or amount
  amount decimal(18, 2) not null     -- positive; the discounts of an order add up to its discount
);

create table order_refunds (
  order_id bigint not null,
  refund_id bigint not null,
  month text not null,               -- of the order, not of the refund
  created_at timestamp not null,     -- wall clock of the store
  amount decimal(18, 2) not null,    -- positive, all of it
  reason text not null
);

create table customers (
  customer_id bigint not null,
  registered_at timestamp not null,  -- wall clock of the store
  month text not null,
  modified_at timestamp not null,    -- UTC
  email text not null,               -- trimmed and case folded
  first_name text not null,
  last_name text not null,
  role text not null,                -- raw role of the store
  company text not null,             -- label of the role when it is a company, else ''
  employee_id text not null,
  locality text not null,
  city text not null,
  province text not null,
  dist_id text not null,             -- '0': without distributor
  allow_communications boolean not null,
  allow_samples boolean not null
);

-- A product, or a variation of one (then parent_id is the product's).
create table products (
  product_id bigint not null,
  parent_id bigint not null,
  sku text not null,
  name text not null,
  status text not null,
  stock_status text not null,
  stock_quantity bigint,
  price decimal(18, 2) not null,
  url text not null,
  business text not null,
  segment text not null,
  modified_at timestamp not null
);

create table product_categories (
  product_id bigint not null,
  category_id bigint not null
);

create table categories (
  category_id bigint not null,
  parent_id bigint not null,
  name text not null,
  slug text not null
);

create table coupons (
  coupon_id bigint not null,
  code text not null,                -- in lower case
  discount_type text not null,
  amount decimal(18, 2) not null,
  description text not null,
  modified_at timestamp not null
);

create table distributors (
  dist_id text not null,
  name text not null,                -- the newest
  named_at timestamp not null,       -- created_at of the order that gave the name
  email text not null,
  mp_enabled integer not null,
  lyra_enabled integer not null,
  calendar_enabled integer not null
);

-- What could not be kept as a fact, and why; shown on the crons screen.
create table rejects (
  source text not null,              -- orders, refunds, customers …
  record_id text not null,
  reason text not null,
  rejected_at timestamp not null
);

-- Version of a month ('2026-05') or of what every month shares ('dimensions', 'accounts', 'settings').
create table data_versions (
  name text not null,
  version bigint not null,
  updated_at timestamp not null,     -- UTC
  dirty boolean not null             -- its rollups are older than its rows
);

-- Where an import stands, so that it goes on after a stop.
create table import_cursors (
  source text not null,
  cursor text not null,
  updated_at timestamp not null
);

create table settings (
  option text not null,
  value text not null                -- JSON
);
