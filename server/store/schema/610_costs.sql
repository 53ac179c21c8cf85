-- What goods cost the shop. Null where the shop tells none; rows stored before these columns get theirs with the next import.
alter table order_lines add column cost decimal(18, 2);           -- of the whole line at its sale, before returns
alter table products add column cost decimal(18, 4);              -- of a unit, at present

-- Costs that people entered, each from a day until the next one. Small: a reference table on Citus.
create table product_costs (
  product_id bigint not null,
  variation_id bigint not null,      -- 0: every variation without costs of its own
  since date not null,
  cost decimal(18, 4) not null       -- of a unit
);
