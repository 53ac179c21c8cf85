create index rollup_shared_buyers_month on rollup_shared_buyers (month);
