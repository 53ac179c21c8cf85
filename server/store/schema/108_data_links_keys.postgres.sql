alter table data_links add primary key (link_id);

create unique index data_links_hash on data_links (secret_hash);
create index data_links_user on data_links (user_id);
