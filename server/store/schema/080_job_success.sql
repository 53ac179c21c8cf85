-- When the job last reached its end (success or warning), whatever its later runs did. Quiet runs leave no line in job_runs.

alter table jobs add column succeeded_at timestamp;
update jobs set succeeded_at = finished_at where state in ('success', 'warning');
