-- Alerts, who follows them, and their incidents per follower. Small: reference tables on Citus.

create sequence alert_ids;
create sequence alert_incident_ids;

create table alerts (
  alert_id bigint not null,
  user_id bigint not null,           -- owner
  name text not null,
  question text not null,            -- query string: measure, dimension, filters
  condition text not null,           -- JSON
  least decimal(18, 2) not null,
  created_at timestamp not null      -- UTC
);

create table alert_follows (
  alert_id bigint not null,
  user_id bigint not null,
  revision bigint not null,          -- raised by each evaluation, so that one server writes it
  muted boolean not null,
  snoozed_until timestamp,           -- UTC
  evaluated_until text not null,     -- last closed moment on the store's clock; '': none
  evaluated_at timestamp,            -- UTC
  stamp text not null,               -- of the data that the last evaluation read
  problem text not null
);

create table alert_incidents (
  incident_id bigint not null,
  alert_id bigint not null,
  user_id bigint not null,
  value_key text not null,           -- of the dimension; '' for the total
  started_on text not null,          -- moment on the store's clock
  started_at timestamp not null,     -- UTC
  start_value decimal(18, 3),
  start_compared decimal(18, 3),
  ended_on text,
  ended_at timestamp,
  end_value decimal(18, 3),
  end_compared decimal(18, 3),
  notified boolean not null,
  sees text not null                 -- JSON: what the follower could see when it began
);
