create index rollup_companies_month on rollup_companies (month, status);
