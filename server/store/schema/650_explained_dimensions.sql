-- Orders by payment method and by group of benefits, so that nobody reads rows to explain a change by them.

create table rollup_payments (
  month text not null,
  province text not null,
  dist_id text not null,
  status text not null,
  payment_method text not null,
  orders bigint not null,
  units decimal(18, 3) not null,     -- net of refunded units
  gross decimal(18, 2) not null,
  discount decimal(18, 2) not null,
  refunded decimal(18, 2) not null,
  net decimal(18, 2) not null
);

-- An order is in each of its groups, one without a benefit in ''.
create table rollup_benefit_groups (
  month text not null,
  dist_id text not null,
  status text not null,
  discount_group text not null,
  orders bigint not null,
  units decimal(18, 3) not null,     -- net of refunded units
  gross decimal(18, 2) not null,
  discount decimal(18, 2) not null,
  refunded decimal(18, 2) not null,
  net decimal(18, 2) not null
);

insert into rollup_payments
select month, province, dist_id, status, payment_method, count(*), sum(units - refunded_units), sum(gross), sum(discount),
  sum(refunded), sum(net)
from orders where counted group by month, province, dist_id, status, payment_method order by month, status, dist_id, province;

insert into rollup_benefit_groups
select o.month, o.dist_id, o.status, coalesce(u.discount_group, ''), count(*), sum(o.units - o.refunded_units), sum(o.gross),
  sum(o.discount), sum(o.refunded), sum(o.net)
from orders o left join (select distinct order_id, discount_group from order_discounts) u on u.order_id = o.order_id
where o.counted group by o.month, o.dist_id, o.status, coalesce(u.discount_group, '') order by o.month, o.status, o.dist_id;
