-- How far a move or a restore into this database has come, and what a backup holds. Never copied themselves.

create table copy_runs (
  kind text not null,                -- move | backup | restore
  source text not null,              -- folder, or server and database; never a password
  holder text not null,              -- the process that copies
  started_at timestamp not null,     -- UTC
  finished_at timestamp              -- null: the database is incomplete
);

create table copied_parts (
  table_name text not null,
  part text not null,                -- month; '' for a table that is copied as a whole
  row_count bigint not null,
  digest text not null               -- of the rows, in any order
);
