-- Imports of dropped files, and the orders as they were before: what an undo brings back. Kept for 30 days.

create table file_imports (
  import_id text not null,
  state text not null,               -- asking | ready | importing | done | warning | failed | cancelled | undone
  started_at timestamp not null,     -- UTC
  applied_at timestamp,              -- when the import ended
  place integer,                     -- rises with each import that ended
  content text not null              -- JSON: recipe, files and preview, without values of rows
);

create table file_import_orders (
  import_id text not null,
  order_id bigint not null,
  content text not null              -- JSON of the rows before the import; '' for an order that it added
);
