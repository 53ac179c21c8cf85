alter table file_import_rejects add primary key (import_id, source, record_id);
