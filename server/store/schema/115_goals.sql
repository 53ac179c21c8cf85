-- Goals per month, and each change of them so that it can be undone. Small: reference tables on Citus.

create table goals (
  month text not null,
  measure text not null,
  dimension text not null,           -- all, distributor, business, segment
  value_key text not null,           -- of the dimension; '' for all
  amount decimal(18, 3) not null
);

create sequence goal_change_ids;

create table goal_changes (
  change_id bigint not null,
  user_id bigint not null,
  changed_at timestamp not null,     -- UTC
  measure text not null,
  dimension text not null,
  cells text not null,               -- JSON: [[month, value_key, before, after]]; null: no goal
  undone boolean not null
);
