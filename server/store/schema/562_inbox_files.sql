-- Files of the watched folder that were taken, by content: each is imported once.

create table inbox_files (
  digest text not null,              -- SHA-256, hexadecimal
  claimed_at timestamp not null,     -- UTC
  import_id text                     -- null while the file is read; a claim without one is given up at the next start
);
