alter table webhook_deliveries add primary key (topic);
alter table forgotten_people add primary key (kind, value);
