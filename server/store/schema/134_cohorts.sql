-- What buyers spent in each month, and cohorts of the whole shop by the month of the first completed order. Every month is rebuilt
-- once to fill them.

alter table rollup_month_buyers add column net decimal(18, 2) default 0;

create table rollup_cohorts (
  month text not null,
  cohort text not null,              -- month of the first completed order
  buyers bigint not null,
  orders bigint not null,
  net decimal(18, 2) not null
);

update data_versions set dirty = true where name like '____-__';
