-- rollup_products without its distributors: what views of the whole shop read, one row in the place of one per distributor.

create table rollup_sold (
  month text not null,
  status text not null,
  product_id bigint not null,
  variation_id bigint not null,
  sku text not null,
  name text not null,
  orders bigint not null,
  units bigint not null,
  gross decimal(18, 2) not null,
  net decimal(18, 2) not null
);

insert into rollup_sold
select month, status, product_id, variation_id, max(sku), max(name), sum(orders), sum(units), sum(gross), sum(net)
from rollup_products
group by month, status, product_id, variation_id, case when product_id = 0 then name else '' end
order by month, status, product_id, variation_id;
