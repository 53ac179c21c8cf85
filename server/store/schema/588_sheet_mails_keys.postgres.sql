alter table mail_allowances add primary key (allowance_id);
alter table mail_allowances add unique (email_or_domain);
alter table distributor_emails add primary key (dist_id);
alter table sheet_refusals add primary key (refusal_key);
alter table sheet_schedules add primary key (schedule_id);
alter table sheet_mails add primary key (sheet_id);
