-- Products and accounts as they were before an import of dropped files.

create table file_import_records (
  import_id text not null,
  collection text not null,          -- products | customers
  record_id bigint not null,
  content text not null              -- JSON of the row before the import; '' for a record that it added
);
