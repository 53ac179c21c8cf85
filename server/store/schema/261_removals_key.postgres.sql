alter table removals add primary key (collection, record_id);
