-- The month of each buyer's first completed order, per distributor and of the whole shop, so that nobody reads all orders to tell
-- who is new. Months that are dirty correct their rows when they are rebuilt.

create table rollup_first_months (
  month text not null,
  dist_id text not null,             -- '' for the whole shop; no distributor has this id
  buyer text not null                -- as in rollup_month_buyers
);

insert into rollup_first_months (month, dist_id, buyer)
select min(month), dist_id, buyer from rollup_month_buyers where buyer <> '' group by dist_id, buyer
union all
select min(month), '', buyer from rollup_month_buyers where buyer <> '' group by buyer
order by 1, 2, 3;
