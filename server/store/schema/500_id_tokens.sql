-- The ID token of a session that began at a provider which wants it back for signing out, sealed.

alter table sessions add column id_token text;
