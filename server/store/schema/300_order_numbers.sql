-- Null for rows stored before these columns: the next import fills them.
alter table orders add column number text;                        -- what the shop calls the order, where that is not its id; else ''
alter table orders add column paid_at timestamp;                  -- on the shop's clock; null if it was not paid
alter table orders add column completed_at timestamp;             -- on the shop's clock; null if it was not completed
