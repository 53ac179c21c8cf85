-- Days within which orders are promised to be completed. Small: a reference table on Citus.

create table delivery_promises (
  dist_id text not null,             -- '': every distributor without one of its own
  days integer not null
);
