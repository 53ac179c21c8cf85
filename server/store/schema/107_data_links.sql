-- Addresses of questions for spreadsheets. Small: a reference table on Citus.

create sequence data_link_ids;

create table data_links (
  link_id bigint not null,
  user_id bigint not null,
  name text not null,
  question text not null,            -- its query string
  secret_hash text not null,         -- SHA-256; the secret itself is nowhere
  hint text not null,                -- its last characters
  created_at timestamp not null,     -- UTC
  used_at timestamp,
  uses bigint not null,
  revoked_at timestamp
);
