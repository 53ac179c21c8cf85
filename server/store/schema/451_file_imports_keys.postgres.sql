alter table file_imports add primary key (import_id);

alter table file_import_orders add primary key (import_id, order_id);
