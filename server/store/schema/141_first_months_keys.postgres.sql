create index rollup_first_months_buyer on rollup_first_months (buyer, dist_id, month);
create index rollup_first_months_month on rollup_first_months (month, dist_id);
-- A buyer who lost the first order is looked up in all months.
create index rollup_month_buyers_buyer on rollup_month_buyers (buyer, month);
