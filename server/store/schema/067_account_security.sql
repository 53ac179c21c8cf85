-- Anybody may have registered the accounts that wait for a role. Tokens of earlier sessions have no audience, so they have ended.

update users set last_sign_in_at = s.newest
from (select user_id, max(created_at) as newest from sessions group by user_id) s
where s.user_id = users.user_id;

update users set password_from = 'registration' where role = '' and deleted_at is null;

delete from sessions;
