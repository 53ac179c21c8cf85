-- Recurring work (crons): where each job stands and who runs it, and a line per run. All small: reference tables on Citus.

create sequence job_run_ids;

create table jobs (
  job_key text not null,
  state text not null,               -- ready | runing | success | failed | waiting | warning
  message text not null,             -- of the run under way, else of the last one
  progress integer not null,         -- 0–100
  holder text not null,              -- who runs it: host, process and a random part; '' when nobody does
  run_id bigint not null,            -- of the last run; 0 before the first
  started_at timestamp,              -- UTC, like every time here
  finished_at timestamp,
  heartbeat_at timestamp             -- a holder that has been silent for long is dead
);

create table job_runs (
  run_id bigint not null,
  job_key text not null,
  status text not null,              -- processing | processed | failed | warning
  started_at timestamp not null,
  finished_at timestamp,
  message text not null,
  processed bigint not null,         -- records or months, as the job counts
  detail text not null               -- JSON
);

insert into jobs (job_key, state, message, progress, holder, run_id)
values
  ('orders', 'ready', '', 0, '', 0),
  ('products', 'ready', '', 0, '', 0),
  ('customers', 'ready', '', 0, '', 0),
  ('coupons', 'ready', '', 0, '', 0),
  ('distributors', 'ready', '', 0, '', 0),
  ('summaries', 'ready', '', 0, '', 0),
  ('reconciliation', 'ready', '', 0, '', 0),
  ('backup', 'ready', '', 0, '', 0);
