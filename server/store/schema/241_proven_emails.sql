-- What claims said about the e-mails of accounts from the provider was not kept.
update users set email_proven = true
where password_from in ('owner', 'administrator') and user_id not in (select user_id from identities);
