-- Mails of figures on a schedule (Envíos). Small: reference tables on Citus.

create sequence delivery_ids;

create table deliveries (
  delivery_id bigint not null,
  user_id bigint not null,           -- who set it up
  name text not null,
  question text,                     -- its query string; null: that of the view
  view_id bigint,
  every text not null,               -- day | week | month
  on_day integer not null,           -- weekday from 1 (Monday), or day of the month with 31 for the last; 0 every day
  at_time text not null,             -- HH:MM on the store's clock
  attachment text not null,          -- none | csv | xlsx
  paused boolean not null,
  next_at timestamp not null,        -- UTC
  link_key text not null,            -- signs the links that unsubscribe
  trouble text not null,             -- why the last mail could not be made; '' if it could
  created_at timestamp not null
);

create table delivery_recipients (
  delivery_id bigint not null,
  user_id bigint not null,
  unsubscribed_at timestamp
);
