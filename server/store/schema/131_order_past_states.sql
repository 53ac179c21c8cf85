-- States in which orders stayed for a day or longer before the present one, so that alerts about stuck orders can be tried on the past.
-- Large like orders: distributed by order_id on Citus.

create table order_past_states (
  order_id bigint not null,
  month text not null,
  created_at timestamp not null,     -- as in orders
  dist_id text not null,
  province text not null,
  city text not null,
  payment_method text not null,
  status text not null,
  modified_at timestamp not null,    -- UTC; since when nothing changed
  replaced_at timestamp not null     -- UTC; when the shop changed the order
);
