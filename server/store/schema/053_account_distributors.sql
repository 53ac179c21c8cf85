-- The distributor that served an account first, so that accounts belong to one; and the orders of guests with the e-mail of a
-- company's employee in rollup_companies, which every month builds again.

alter table rollup_served add column dist_id text;

delete from rollup_served;

insert into rollup_served (month, customer_id, dist_id)
select month, customer_id, dist_id from (
  select month, customer_id, dist_id, row_number() over (partition by customer_id order by created_at, order_id) as place
  from orders where customer_id <> 0 and dist_id <> '0'
) served
where place = 1
order by month, customer_id;

update data_versions set dirty = true, version = version + 1 where name like '____-__';
