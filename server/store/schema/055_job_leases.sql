-- Whether a server starts the job again by itself after its run was cut off, by a crash, a stop or a shop that did not answer.

alter table jobs add column resumable boolean default false;
