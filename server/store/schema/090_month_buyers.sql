-- Buyers of completed orders of each month and distributor with the number of their orders, so that one order can be added to or
-- taken from the distinct counts. A guest is known by a keyed hash. Every month is rebuilt once to fill it.

create table rollup_month_buyers (
  month text not null,
  dist_id text not null,
  buyer text not null,               -- account id, '@' and a hash of the e-mail, or '' for all guests without e-mail
  employee boolean not null,         -- of a company
  orders bigint not null
);

insert into settings (option, value)
values ('buyers_salt', '"' || cast(gen_random_uuid() as text) || cast(gen_random_uuid() as text) || '"');

-- Numbers of a month changed with every new buyer; keys do not.
drop table rollup_shared_buyers;
create table rollup_shared_buyers (
  month text not null,
  dist_id text not null,
  buyer text not null                -- as in rollup_month_buyers
);

update data_versions set dirty = true where name like '____-__';
