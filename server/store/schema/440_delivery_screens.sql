-- Deliveries of screens that no question answers, such as the goals of the month.
alter table deliveries add column address text;  -- path and query of the screen; null: question or view
