alter table alerts add primary key (alert_id);
alter table alert_follows add primary key (alert_id, user_id);
alter table alert_incidents add primary key (incident_id);

create index alerts_owner on alerts (user_id);
create index alert_follows_user on alert_follows (user_id);
-- One open incident per follower and value.
create unique index alert_incidents_open on alert_incidents (alert_id, user_id, value_key) where ended_on is null;
