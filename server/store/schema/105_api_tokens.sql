-- Tokens of programs. Small: a reference table on Citus.

create sequence api_token_ids;

create table api_tokens (
  token_id bigint not null,
  user_id bigint not null,
  name text not null,
  token_hash text not null,          -- SHA-256; the token itself is nowhere
  hint text not null,                -- its last characters
  permissions text not null,         -- JSON list; only those that the account still has count
  dist_ids text,                     -- JSON list; null: every distributor of the account
  created_at timestamp not null,     -- UTC
  expires_at timestamp not null,
  used_at timestamp,
  network text not null,             -- of the last use
  revoked_at timestamp
);
