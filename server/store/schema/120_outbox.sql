-- Mails and webhooks to send, written with what causes them. Small, since rows leave after 90 days: reference tables on Citus.

create sequence outbox_ids;

create table outbox (
  message_id bigint not null,
  dedupe_key text not null,
  message_ref text not null,         -- random; the fixed part of the Message-ID
  channel text not null,             -- mail | webhook | report
  topic text not null,               -- what it is about: password | delivery | alert …
  user_id bigint,                    -- receives it, at the address of the account; null: the content names the address
  content text not null,             -- JSON, sealed where it holds a secret; '' once it was sent or given up
  state text not null,               -- waiting | sent | failed | dropped
  reason text not null,              -- of the last attempt that failed, in Spanish
  attempts integer not null,
  created_at timestamp not null,     -- UTC, like every time here
  due_at timestamp not null,
  expires_at timestamp not null,     -- given up from then on
  ended_at timestamp,
  lease text not null,               -- of the attempt under way; '' when there is none
  leased_at timestamp                -- renewed by whoever makes the attempt
);

create table outbox_attempts (
  message_id bigint not null,
  attempt integer not null,
  started_at timestamp not null,
  ended_at timestamp,                -- null: under way, or cut off
  outcome text not null,             -- '' | sent | retry | failed | dropped
  reason text not null
);
