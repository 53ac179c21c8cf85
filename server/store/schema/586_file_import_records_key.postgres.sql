alter table file_import_records add primary key (import_id, collection, record_id);
