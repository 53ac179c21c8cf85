alter table opportunity_decisions add primary key (decision_id);
