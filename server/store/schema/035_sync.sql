-- Keeping in step with the connected shop: how far its changes were followed, and when each month was compared with it.

create table sync_cursors (
  collection text not null,          -- orders, orders:trash, products …
  cursor text not null,              -- JSON
  updated_at timestamp not null      -- UTC
);

create table sync_months (
  month text not null,
  checked_at timestamp not null      -- UTC
);
