-- Where a password comes from, the last sign-in, what a session's owner is shown, and the address a reset link was sent to.

alter table users add column password_from text default 'owner'; -- owner, administrator, registration
alter table users add column last_sign_in_at timestamp;
alter table sessions add column client text default '';          -- browser and system: 'Firefox, Windows'
alter table sessions add column network text default '';         -- of the last use
alter table sessions add column used_at timestamp;
alter table sessions add column confirmed_at timestamp;          -- when the password was last typed
alter table password_resets add column email text;
