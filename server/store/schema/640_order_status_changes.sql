-- Changes of the status of orders that Góndola saw, for the times between creation and completion. A first read is no change.
-- Large like orders: distributed by order_id on Citus.

create table order_status_changes (
  order_id bigint not null,
  month text not null,               -- as in orders
  from_status text not null,
  to_status text not null,
  unchanged_since timestamp not null, -- UTC; when the shop last changed the order before
  changed_at timestamp not null      -- UTC; when the shop changed the order to the state that was read
);
