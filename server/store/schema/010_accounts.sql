-- Who may sign in, what their roles allow, and the traces that keep sign-in safe. All small: reference tables on Citus.

create sequence user_ids;
create sequence role_ids;

create table users (
  user_id bigint not null,
  email text not null,               -- trimmed and case folded; one living account per e-mail
  name text not null,
  role text not null,                -- name of a role; '' for an account that waits for one
  password_hash text not null,       -- Argon2id
  created_at timestamp not null,     -- UTC, like every time here
  deleted_at timestamp               -- a deleted account keeps its row, for the traces that name it
);

create table roles (
  role_id bigint not null,
  name text not null,
  built_in boolean not null,         -- its permissions stand in the contract, not here
  permissions text not null,         -- JSON list
  dist_ids text                      -- JSON list the role is limited to; null: every distributor
);

create table sessions (
  session_id text not null,
  user_id bigint not null,
  generation integer not null,       -- counts refreshes; only the newest token is good
  remember boolean not null,
  device text not null,
  created_at timestamp not null,
  renewed_at timestamp not null,
  expires_at timestamp not null,
  revoked_at timestamp
);

-- Tries that count against a limit; subjects are hashes, so no e-mail of a stranger stays here.
create table sign_in_attempts (
  attempt_id text not null,
  subject text not null,
  tried_at timestamp not null
);

create table password_resets (
  token_hash text not null,
  user_id bigint not null,
  expires_at timestamp not null
);

insert into roles (role_id, name, built_in, permissions, dist_ids)
values (nextval('role_ids'), 'superAdmin', true, '[]', null), (nextval('role_ids'), 'admin', true, '[]', null);
