-- The Ficha by mail to distributors, and where mails may go besides accounts. Small: reference tables on Citus.

create sequence mail_allowance_ids;
create sequence sheet_schedule_ids;
create sequence sheet_ids;

create table mail_allowances (
  allowance_id bigint not null,
  email_or_domain text not null,     -- 'ventas@norte.example', or '@norte.example' for every address of the domain
  user_id bigint not null,           -- who allowed it
  allowed_at timestamp not null
);

-- E-mails that were set here; they count instead of those of the shop, and imports do not touch them.
create table distributor_emails (
  dist_id text not null,
  email text not null
);

-- Addresses that asked for nothing more, as hashes.
create table sheet_refusals (
  refusal_key text not null,
  refused_at timestamp not null
);

-- Sheets that are sent each month.
create table sheet_schedules (
  schedule_id bigint not null,
  user_id bigint not null,           -- in whose name
  dist_ids text,                     -- JSON; null: every distributor of the account
  with_names boolean not null,       -- buyers are named in the file of orders
  on_day integer not null,           -- of the month, 31 for the last
  at_time text not null,             -- HH:MM on the store's clock
  paused boolean not null,
  next_at timestamp not null,        -- UTC
  created_at timestamp not null
);

-- One row per sheet and recipient; the state is that of its messages in the outbox.
create table sheet_mails (
  sheet_id bigint not null,
  schedule_id bigint,                -- null: sent by hand
  user_id bigint not null,           -- in whose name
  dist_id text not null,
  month text not null,
  email text not null,
  refusal_key text not null,          -- finds the address after its person was forgotten
  with_names boolean not null,
  link_key text not null,            -- in the link that unsubscribes
  written_at timestamp not null
);
