alter table goals add primary key (measure, dimension, month, value_key);
alter table goal_changes add primary key (change_id);

create index goal_changes_user on goal_changes (user_id);
