create index rollup_sold_month on rollup_sold (month, status);
