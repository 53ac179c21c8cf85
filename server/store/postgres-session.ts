// What each connection sets, whatever its role, its database or the server say.

/** Reads keep the statement_timeout of the server, which ends them with 504; a change must not end halfway. */
export const READ_ONLY = 'set default_transaction_read_only = on;'

/**
 * On Citus, changes of several shards use one connection per node, since later statements of the transaction must see all
 * of them.
 */
export const WRITES = "set statement_timeout = 0; set citus.multi_shard_modify_mode = 'sequential';"

/**
 * UTC and ISO dates, as on DuckDB. Sorting and grouping a month in memory needs more than the default 4 MB; compiling the
 * queries costs more than it saves. The default price of a random page is that of a rotating disk. The schema is the one that
 * holds the tables, since a role's search path may change under them.
 */
export const CONNECTION_SETTINGS = `
  set time zone 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  set standard_conforming_strings = on; set transform_null_equals = off; set jit = off;
  set default_transaction_isolation = 'read committed'; set default_transaction_deferrable = off;
  set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  select set_config(name, '0', false) from pg_settings where name in ('transaction_timeout', 'idle_session_timeout');
  select set_config('search_path', quote_ident(coalesce(
    (select nspname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where pg_class.oid = coalesce(to_regclass('migrations'), to_regclass('public.migrations'))),
    current_schema(), 'public')), false);
  select set_config('work_mem', '32MB', false) where pg_size_bytes(current_setting('work_mem')) < pg_size_bytes('32MB');
  select set_config('random_page_cost', '1.1', false) where current_setting('random_page_cost') = '4'`
