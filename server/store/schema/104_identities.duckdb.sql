-- Accounts of an OpenID Connect provider, and what its claims say about an account of the product.

create table identities (
  issuer text not null,
  subject text not null,             -- of the provider, never reused
  user_id bigint not null,
  created_at timestamp not null
);

alter table users add column dist_ids text;                      -- JSON list from the provider's claims; null: as the role
alter table sessions add column provider boolean default false;  -- opened there, so signing out leads there
