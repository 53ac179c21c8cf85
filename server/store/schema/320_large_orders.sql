-- Orders of an implausible size, which count once a person accepts them. Small; the limits are those of contract/large-orders.ts.

create table large_orders (
  order_id bigint not null,
  amount decimal(18, 2) not null,    -- its largest
  units decimal(18, 3) not null,
  state text not null,               -- waiting | accepted
  found_at timestamp not null,       -- UTC
  decided_at timestamp
);

insert into large_orders (order_id, amount, units, state, found_at)
select order_id, greatest(abs(gross), abs(net), abs(total), abs(shipping), abs(fees)), abs(units), 'waiting', current_timestamp
from orders
where counted and (greatest(abs(gross), abs(net), abs(total), abs(shipping), abs(fees)) > 10000000000 or abs(units) > 10000000);

update data_versions set dirty = true
where name in (
  select month from orders
  where counted and (greatest(abs(gross), abs(net), abs(total), abs(shipping), abs(fees)) > 10000000000 or abs(units) > 10000000));

update order_lines set counted = false where order_id in (select order_id from large_orders);

update order_discounts set counted = false where order_id in (select order_id from large_orders);

update orders set counted = false where order_id in (select order_id from large_orders);
