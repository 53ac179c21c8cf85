-- Completed orders with their buyers, each with its place among those of the buyer, so that nobody reads all orders to tell which was
-- the first, the next or the last at some day. Rebuilding any month fills the table.

create table rollup_purchases (
  month text not null,
  dist_id text not null,
  buyer text not null,               -- as in rollup_month_buyers; of a guest without e-mail, 'order ' and the order's id
  account_id bigint not null,        -- 0: none
  order_id bigint not null,
  created_at timestamp not null,
  order_date date not null,
  net decimal(18, 2) not null,
  place bigint not null,             -- 1: the first of the buyer
  total decimal(18, 2) not null,     -- net of this order and the buyer's earlier ones
  next_order_id bigint,              -- the buyer's next order; null: none yet
  next_date date
);

update data_versions set dirty = true where name = (select max(month) from rollup_months);
