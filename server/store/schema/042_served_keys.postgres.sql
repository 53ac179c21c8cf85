alter table rollup_served add primary key (customer_id);
create index rollup_served_month on rollup_served (month);
