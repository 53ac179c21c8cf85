-- Open orders are few among those of all months.
create index orders_open on orders (status, created_at)
  where counted and status in ('wc-on-hold', 'wc-processing', 'wc-in-assembly', 'wc-in-progress', 'wc-ready-to-delivery');
