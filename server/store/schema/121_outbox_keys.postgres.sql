alter table outbox add primary key (message_id);
alter table outbox_attempts add primary key (message_id, attempt);

create unique index outbox_dedupe on outbox (dedupe_key);
create index outbox_due on outbox (due_at) where state = 'waiting';
create index outbox_user on outbox (user_id);
