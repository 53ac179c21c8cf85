-- Distinct values of an array, which the workers of a cluster send per group.
create function distinct_count(anyarray) returns bigint language sql immutable parallel safe
  as 'select count(distinct value) from unnest($1) as each_one (value)';
