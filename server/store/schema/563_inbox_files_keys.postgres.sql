alter table inbox_files add primary key (digest);
