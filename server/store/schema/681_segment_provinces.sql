-- Sales by segment and province, with orders that add up where a segment is in several businesses.

create table rollup_segment_provinces (
  month text not null,
  province text not null,
  dist_id text not null,
  status text not null,
  segment text not null,
  orders bigint not null,            -- distinct
  units decimal(18, 3) not null,     -- net of refunded units
  gross decimal(18, 2) not null,
  net decimal(18, 2) not null
);

insert into rollup_segment_provinces
select l.month, o.province, l.dist_id, l.status, coalesce(nullif(p.segment, ''), 'sin segmento'), count(distinct l.order_id),
  sum(l.quantity - l.refunded_units), sum(l.gross), sum(l.net)
from order_lines l join orders o on o.order_id = l.order_id left join products p on p.product_id = l.product_id
where l.counted
group by l.month, o.province, l.dist_id, l.status, coalesce(nullif(p.segment, ''), 'sin segmento')
order by l.month, l.status, l.dist_id, o.province;
