alter table order_parents add primary key (order_id);
create index order_parents_parent on order_parents (parent_id);
