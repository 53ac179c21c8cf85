-- Records that left the figures, kept to be restored, and those that wait for a person before they leave. Small.

create table removals (
  collection text not null,          -- orders | customers | products | coupons | categories
  record_id bigint not null,
  state text not null,               -- waiting | removed | kept: a person said that it stays
  evidence text not null,            -- trashed | gone | unlisted
  month text not null,               -- '' for records without one
  label text not null,               -- status of an order, name of a product …; no personal data
  total decimal(18, 2),              -- of an order
  found_at timestamp not null,       -- UTC
  decided_at timestamp,              -- when it left or was kept
  content text not null              -- JSON of the removed rows; '' while nothing was removed
);
