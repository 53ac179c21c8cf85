-- What the connected store sends by itself, and its whole import as a job like the others. All small: reference tables on Citus.

create table webhook_deliveries (
  topic text not null,               -- order.updated …
  deliveries bigint not null,        -- signed ones, since the first
  received_at timestamp not null     -- UTC; the last one
);

insert into jobs (job_key, state, message, progress, holder, run_id) values ('import', 'ready', '', 0, '', 0);
