alter table link_requests add primary key (request_id);
