-- Buyers who came to several distributors in one month: without them distributors' buyers could not be added up for a role
-- that is limited to some. Every month is rebuilt once to fill it.

create table rollup_shared_buyers (
  month text not null,
  dist_id text not null,
  buyer bigint not null              -- a number of that month alone
);

update data_versions set dirty = true where name like '____-__';
