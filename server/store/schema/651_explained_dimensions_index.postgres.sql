create index rollup_payments_month on rollup_payments (month, status, dist_id);
create index rollup_benefit_groups_month on rollup_benefit_groups (month, status, dist_id);
