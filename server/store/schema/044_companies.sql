-- What the accounts of each role bought, and how many of the buyers are companies' employees: views of a month read these in
-- the place of all accounts.

create table rollup_companies (
  month text not null,
  dist_id text not null,
  status text not null,
  role text not null,
  company text not null,
  orders bigint not null,
  gross decimal(18, 2) not null,
  discount decimal(18, 2) not null,
  refunded decimal(18, 2) not null,
  net decimal(18, 2) not null
);

insert into rollup_companies
select o.month, o.dist_id, o.status, c.role, c.company, count(*), sum(o.gross), sum(o.discount), sum(o.refunded), sum(o.net)
from orders o join customers c on c.customer_id = o.customer_id
where o.counted
group by o.month, o.dist_id, o.status, c.role, c.company
order by o.month, o.status, o.dist_id, c.role, c.company;

alter table rollup_buyers add column employees bigint;

create table employee_orders as
select o.month, o.dist_id, c.customer_id
from orders o join customers c on c.customer_id = o.customer_id
where o.counted and o.status = 'wc-completed' and c.company <> ''
union all
select o.month, o.dist_id, c.customer_id
from orders o
join (select email, min(customer_id) as customer_id from customers where email <> '' group by email) a on a.email = o.email
join customers c on c.customer_id = a.customer_id
where o.counted and o.status = 'wc-completed' and o.customer_id = 0 and c.company <> '';

update rollup_buyers set employees = 0;

update rollup_buyers set employees = told.employees
from (
  select month, dist_id, count(distinct customer_id) as employees from employee_orders group by month, dist_id
  union all
  select month, '*', count(distinct customer_id) from employee_orders group by month
) told
where told.month = rollup_buyers.month and told.dist_id = rollup_buyers.dist_id;

drop table employee_orders;
