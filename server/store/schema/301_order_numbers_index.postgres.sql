-- Few orders have a number of their own.
create index orders_number on orders (lower(number)) where number <> '';
create index orders_paid on orders (paid_at);
create index orders_completed on orders (completed_at);
