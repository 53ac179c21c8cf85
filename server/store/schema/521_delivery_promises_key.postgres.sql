alter table delivery_promises add primary key (dist_id);
