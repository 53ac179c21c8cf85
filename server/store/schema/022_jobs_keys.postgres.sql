alter table jobs add primary key (job_key);
alter table job_runs add primary key (run_id);

create index job_runs_started on job_runs (started_at);
