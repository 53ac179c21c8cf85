-- People whose data was deleted: known again, so that reading the store once more does not bring them back.
-- An e-mail stands here as a salted hash, an account as its id.

create table forgotten_people (
  kind text not null,                -- email | customer
  value text not null,
  forgotten_at timestamp not null    -- UTC
);
