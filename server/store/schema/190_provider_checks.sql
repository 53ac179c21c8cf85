-- What asks the identity provider between sign-ins whether a person still has access there.

alter table identities add column refresh_token text;     -- sealed; null: the provider gave none, or it was refused
alter table identities add column checked_at timestamp;   -- UTC; last sign-in or check
