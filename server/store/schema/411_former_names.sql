-- Names that businesses and segments had before the shop renamed them, so that filters, goals and alerts that hold one still work.
-- Small: a reference table on Citus.

create table former_names (
  dimension text not null,           -- business | segment
  old_key text not null,             -- no product has it any more
  new_key text not null
);
