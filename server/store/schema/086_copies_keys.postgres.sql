alter table copied_parts add primary key (table_name, part);
