create index order_past_states_status on order_past_states (status, replaced_at);
