-- Orders that belong to another one. A marketplace splits an order into one per seller: the parent then only contains them.
create table order_parents (
  order_id bigint not null,
  parent_id bigint not null
);
