-- Boards of pinned questions. Small: a reference table on Citus.

create sequence board_ids;

create table boards (
  board_id bigint not null,
  user_id bigint not null,           -- the account that made it
  name text not null,
  pins text not null,                -- JSON list in the order of the board
  revision integer not null,         -- raised by each change, so that none is lost unseen
  changed_at timestamp not null      -- UTC
);
