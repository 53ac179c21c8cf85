-- The newest orders, of all distributors or of a few, so that a search for what many buyers have ends early.
create index orders_newest on orders (created_at desc, order_id desc);
create index orders_distributor on orders (dist_id);
