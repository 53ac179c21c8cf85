-- What people decided about voids: a product that a distributor does not sell. The last decision that was not taken back counts.
-- Small: a reference table on Citus.

create sequence opportunity_decision_ids;

create table opportunity_decisions (
  decision_id bigint not null,
  dist_id text not null,
  product_id bigint not null,
  variation_id bigint not null,      -- 0: none
  state text not null,               -- open, followed, dismissed
  reason text not null,              -- why it was dismissed, else ''
  decided_on date not null,          -- day of the shop's clock
  product text not null,             -- name; here and below: the void as it was when somebody first decided about it
  sku text not null,
  peers integer not null,
  peers_selling integer not null,
  estimated_net decimal(18, 2) not null,
  estimated_low decimal(18, 2) not null,
  estimated_high decimal(18, 2) not null,
  last_sold text,                    -- YYYY-MM; null: never
  seen_by text,                      -- JSON: distributors that the estimate was made from; null: all
  user_id bigint not null,
  decided_at timestamp not null,     -- UTC
  undone boolean not null
);
