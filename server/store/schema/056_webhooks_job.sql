-- The job that restarts webhooks which the shop disabled.

insert into jobs (job_key, state, message, progress, holder, run_id, resumable)
values ('webhooks', 'ready', '', 0, '', 0, false);
