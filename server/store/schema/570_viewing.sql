-- As whom a session looks at Góndola: an account or a role. `view_rights` is a hash of what that one was and could see at the start;
-- `view_since` is null before and after, `view_rights` until the end is acknowledged.

alter table sessions add column view_user_id bigint;
alter table sessions add column view_role_id bigint;
alter table sessions add column view_since timestamp;
alter table sessions add column view_rights text;
