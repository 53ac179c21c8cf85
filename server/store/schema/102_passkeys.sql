-- Passkeys of accounts, and the single-use tokens of a sign-in that were used.

create table passkeys (
  credential_id text not null,
  user_id bigint not null,
  public_key text not null,          -- COSE, base64url
  counter bigint not null,           -- of signatures; a lower one shows a copied key; 0: the key does not count
  transports text not null,          -- JSON list, a hint for browsers
  name text not null,                -- by its owner
  created_at timestamp not null,
  used_at timestamp
);

create table used_tokens (
  token_id text not null,
  expires_at timestamp not null
);
