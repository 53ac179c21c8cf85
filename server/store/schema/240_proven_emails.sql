-- Whether the owner has shown that the e-mail is theirs, or a superAdmin vouches for it.
alter table users add column email_proven boolean default false;
