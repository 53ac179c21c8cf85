create index order_status_changes_month on order_status_changes (month);
create index order_status_changes_order on order_status_changes (order_id);
create index order_status_changes_changed on order_status_changes (changed_at);
