-- People whom the identity provider signed in and whose unconfirmed e-mail belongs to an account: a superAdmin decides.

create table link_requests (
  request_id text not null,
  issuer text not null,
  subject text not null,
  user_id bigint not null,
  name text not null,               -- as the provider says
  asked_at timestamp not null       -- UTC
);
