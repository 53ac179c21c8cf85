-- How people receive notices besides the bell. Small: reference tables on Citus.

create sequence webhook_target_ids;

create table webhook_targets (
  webhook_id bigint not null,
  user_id bigint not null,           -- who set it up and, unless it is of the shop, whose notices it receives
  of_shop boolean not null,
  name text not null,
  host text not null,                -- shown in the place of the address
  address text not null,             -- sealed, since chat tools put their key into it
  secret text not null,              -- signs what is sent; sealed
  created_at timestamp not null,     -- UTC
  removed_at timestamp
);

-- Topics whose notices an account does not want by mail.
create table muted_mails (
  user_id bigint not null,
  topic text not null
);
