create index rollup_cohorts_month on rollup_cohorts (month, cohort);
