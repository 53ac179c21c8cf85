alter table webhook_targets add primary key (webhook_id);
alter table muted_mails add primary key (user_id, topic);

create index webhook_targets_user on webhook_targets (user_id);
