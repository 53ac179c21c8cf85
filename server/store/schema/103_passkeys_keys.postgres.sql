alter table passkeys add primary key (credential_id);
alter table used_tokens add primary key (token_id);
create index passkeys_user on passkeys (user_id);
