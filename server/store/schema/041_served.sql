-- Accounts that a distributor has served, each once, in the first month that has such an order of it, of any status and
-- currency. The list of accounts without distributor asks this in the place of all orders.

create table rollup_served (
  month text not null,
  customer_id bigint not null
);

insert into rollup_served
select min(month), customer_id from orders where customer_id <> 0 and dist_id <> '0'
group by customer_id order by 1, 2;
