alter table deliveries add primary key (delivery_id);
alter table delivery_recipients add primary key (delivery_id, user_id);

create index deliveries_user on deliveries (user_id);
create index delivery_recipients_user on delivery_recipients (user_id);
