alter table api_tokens add primary key (token_id);

create unique index api_tokens_hash on api_tokens (token_hash);
create index api_tokens_user on api_tokens (user_id);
