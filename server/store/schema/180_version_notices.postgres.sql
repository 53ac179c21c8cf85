-- Tells the servers that keep the versions in memory, whatever program changes them.

create function notify_data_versions() returns trigger language plpgsql as $$
begin
  perform pg_notify('gondola_versions', '');
  return null;
end $$;

create trigger data_versions_changed after insert or update or delete or truncate on data_versions
  for each statement execute function notify_data_versions();
