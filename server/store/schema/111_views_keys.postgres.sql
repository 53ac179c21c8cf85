alter table views add primary key (view_id);
alter table view_choices add primary key (user_id, view_id);
alter table shares add primary key (kind, thing_id, role_id);

create index views_user on views (user_id);
