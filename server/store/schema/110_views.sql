-- Saved views: an address of the product under a name. All small: reference tables on Citus.

create sequence view_ids;

create table views (
  view_id bigint not null,
  user_id bigint not null,           -- the account that saved it
  name text not null,
  address text not null,             -- path and query; without a month the screen opens on the latest one
  question text,                     -- query string of the question with the same figures; null: none
  created_at timestamp not null,     -- UTC
  changed_at timestamp not null
);

-- What each account made of a view that it sees.
create table view_choices (
  view_id bigint not null,
  user_id bigint not null,
  pinned boolean not null,           -- in the menu
  opens boolean not null             -- after sign-in
);

-- Roles that see a view or a board of somebody else.
create table shares (
  kind text not null,                -- view | board
  thing_id bigint not null,
  role_id bigint not null
);
