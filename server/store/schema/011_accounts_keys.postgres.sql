alter table users add primary key (user_id);
alter table roles add primary key (role_id);
alter table sessions add primary key (session_id);
alter table sign_in_attempts add primary key (attempt_id);
alter table password_resets add primary key (token_hash);

create unique index users_email on users (email) where deleted_at is null;
create unique index roles_name on roles (name);
create index sessions_user on sessions (user_id);
create index sign_in_attempts_subject on sign_in_attempts (subject, tried_at);
