-- The second factor of sign-in: one authenticator application per account, its recovery codes, and the roles that require one.

alter table roles add column second_factor boolean default false;

create table second_factors (
  user_id bigint not null,
  secret text not null,              -- TOTP, sealed
  last_step bigint not null,         -- of the newest code that was used: it and older ones are refused
  created_at timestamp not null
);

create table recovery_codes (
  user_id bigint not null,
  code_hash text not null            -- Argon2id; a used code is deleted
);
