-- What is told to each person. Small: a reference table on Citus.

create sequence notice_ids;

create table notices (
  notice_id bigint not null,
  user_id bigint not null,
  kind text not null,
  source_key text not null,          -- what it is about; told once per person
  title text not null,
  body text not null,
  links text not null,               -- JSON list of label and href
  sees text not null,                -- JSON: what the person could see when it was written
  created_at timestamp not null,     -- UTC
  read_at timestamp
);
