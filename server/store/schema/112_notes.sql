-- Notes on days: what happened, for all distributors or one. Small: a reference table on Citus.

create sequence note_ids;

create table notes (
  note_id bigint not null,
  user_id bigint not null,           -- who wrote it first
  from_date date not null,           -- both days included
  to_date date not null,
  dist_id text,                      -- null: everybody's
  text text not null,
  created_at timestamp not null,     -- UTC
  changed_at timestamp not null
);
