-- Who changed what in Configuración, and when. Small: a reference table on Citus.

create sequence audit_ids;

create table audit (
  audit_id bigint not null,
  done_at timestamp not null,        -- UTC
  user_id bigint not null,
  who text not null,                 -- e-mail of the account at the time
  action text not null,              -- user.create, role.update, config.set …
  subject text not null,
  changes text not null              -- JSON: field → [before, after]; never a password
);
