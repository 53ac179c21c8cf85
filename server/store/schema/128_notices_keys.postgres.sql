alter table notices add primary key (notice_id);

create unique index notices_source on notices (user_id, source_key);
