alter table sync_cursors add primary key (collection);
alter table sync_months add primary key (month);
