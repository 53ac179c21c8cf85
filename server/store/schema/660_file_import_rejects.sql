-- The list of rejects as it was before an import of dropped files.

create table file_import_rejects (
  import_id text not null,
  source text not null,              -- orders, customers …
  record_id text not null,
  reason text not null,
  rejected_at timestamp not null
);
