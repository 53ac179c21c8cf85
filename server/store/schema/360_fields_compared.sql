-- When every field of a month's orders was last compared with the shop; between such comparisons, what its days add up to is.

alter table sync_months add column fields_at timestamp;   -- UTC
