// Spreads the rows of orders, and the purchases of buyers, over the nodes of a Citus cluster.
import { StoreError } from './errors.ts'
import { acquireLock, sessionLock } from './locks.ts'
import { type Sql, sql } from './sql.ts'
import type { Queries, Store } from './store.ts'

/** The rows of an order live on one node, so that joins within an order stay on it; so do the purchases of a buyer. */
const COLUMNS: Readonly<Record<string, 'order_id' | 'buyer'>> = {
  orders: 'order_id',
  order_lines: 'order_id',
  order_discounts: 'order_id',
  order_refunds: 'order_id',
  order_status_changes: 'order_id',
  rollup_purchases: 'buyer',
}

/** Tables that these are joined with are on every node. All other tables stay on the coordinator. */
const ON_EVERY_NODE = [
  'products',
  'product_categories',
  'categories',
  'customers',
  'distributors',
  'coupons',
  'product_costs',
  'opportunity_decisions',
]

/** Every shard plans its part of a statement, which takes short calls longer than running it. */
const SHARDS_PER_WORKER = 2

/** Functions that queries of orders call. */
const FUNCTIONS = [
  'folded_beyond_spanish(text)',
  'folded(text)',
  'names_begin(text, text, text)',
  'email_begins(text, text)',
]

/**
 * Settings of the store's own connections that the workers' need too, each with the condition that a worker lacks it: texts of
 * dates and times must be alike, and compiling each shard's part of a statement costs more than running it.
 */
const WORKER_SETTINGS = [
  { name: 'jit', value: 'off', isLacking: "current_setting('jit') <> 'off'" },
  {
    name: 'work_mem',
    value: '32MB',
    isLacking: "pg_size_bytes(current_setting('work_mem')) < pg_size_bytes('32MB')",
  },
  { name: 'random_page_cost', value: '1.1', isLacking: "current_setting('random_page_cost') = '4'" },
  { name: 'timezone', value: 'UTC', isLacking: "current_setting('timezone') <> 'UTC'" },
  { name: 'datestyle', value: 'ISO', isLacking: "current_setting('datestyle') not like 'ISO%'" },
] as const

/** Whether a PostgreSQL database has the Citus extension. */
export async function hasCitus(queries: Pick<Queries, 'one'>): Promise<boolean> {
  return Boolean(await queries.one(sql`select 1 as found from pg_extension where extname = 'citus'`))
}

/**
 * The clause that locks selected rows until the transaction ends. Citus refuses it for rows of several nodes: there, writers of rows wait
 * for each other, and DuckDB has a single writer anyway.
 */
export async function rowLocks(tx: Queries): Promise<Sql> {
  await lockWriters(tx)
  return tx.engine === 'duckdb' || tx.isCluster ? sql.empty : sql`for update`
}

/** On a cluster, makes other writers of rows wait until the transaction ends. Lock order: before the dimensions. */
export async function lockWriters(tx: Queries): Promise<void> {
  if (tx.isCluster) await acquireLock(tx, 'rows', 'exclusive')
}

/**
 * Begins the transaction of a snapshot on all nodes, over one connection each, while no writer of rows is at work: each node has
 * its own snapshot, and a write commits on one node after the other.
 */
export async function beginOnCluster(all: (query: Sql) => Promise<unknown[]>, begin: Sql): Promise<void> {
  // Every writer of a distributed table holds one of them until its transaction ends.
  const locks = [sessionLock('rows'), sessionLock('served')]
  await all(sql`set citus.max_adaptive_executor_pool_size = 1`)
  for (const { acquire } of locks) await all(acquire)
  await all(begin)
  const [orders] = await all(
    sql`select 1 as found from pg_dist_partition where logicalrelid = to_regclass('orders')`,
  )
  if (orders) await all(sql`select count(*) as touched from orders where order_id < 0`)
  for (const { release } of locks) await all(release)
}

/**
 * Distributes tables that are not distributed yet, with their rows; does nothing without Citus. Throws 'cluster' if the
 * coordinator's address is not set.
 */
export async function distributeTables(store: Store): Promise<void> {
  if (!store.isCluster) return
  const missing = await tablesToDistribute(store)
  if (missing.length > 0) await checkCoordinator(store)
  await setUpWorkers(store)
  await distributeFunctions(store)
  for (const table of missing)
    await store.transaction(async (tx) => {
      await acquireLock(tx, 'migration', 'exclusive')
      if ((await tablesToDistribute(tx)).includes(table)) await distribute(tx, table)
    })
}

/** Citus passes the settings of a role on to the workers, but not those of a session. */
async function setUpWorkers(store: Store): Promise<void> {
  const lacking = WORKER_SETTINGS.map(({ name, isLacking }) => `case when ${isLacking} then '${name}' end`)
  const answers = await store.all<{ names: string }>(sql`
    select result as names from run_command_on_workers(${`select concat_ws(' ', ${lacking.join()})`}) where success`)
  const names = new Set(answers.flatMap(({ names: some }) => some.split(' ')))
  const database = await store.one<{ name: string }>(sql`select current_database()::text as name`)
  for (const { name, value } of WORKER_SETTINGS.filter((setting) => names.has(setting.name)))
    await store.run(
      sql`alter role current_user in database ${sql.identifier(database?.name ?? '')} set ${sql.raw(`${name} = '${value}'`)}`,
    )
}

async function tablesToDistribute(queries: Pick<Queries, 'all'>): Promise<string[]> {
  const done = await queries.all<{ name: string }>(
    sql`select table_name::text as name from citus_tables where citus_table_type in ('distributed', 'reference')`,
  )
  const names = new Set(done.map(({ name }) => name))
  return [...Object.keys(COLUMNS), ...ON_EVERY_NODE].filter((table) => !names.has(table))
}

async function distributeFunctions(store: Store): Promise<void> {
  const done = await store.all<{ name: string }>(sql`
    select objid::regprocedure::text as name from pg_catalog.pg_dist_object where classid = 'pg_proc'::regclass`)
  const names = new Set(done.map(({ name }) => name.replaceAll(',', ', ')))
  for (const name of FUNCTIONS.filter((one) => !names.has(one)))
    await store.run(sql`select create_distributed_function(${name}::regprocedure)`)
}

async function distribute(tx: Queries, table: string): Promise<void> {
  const column = COLUMNS[table]
  if (column === undefined) await tx.all(sql`select create_reference_table(${table}::regclass)`)
  else {
    const shards = table === 'orders' || column === 'buyer' ? newShards : besideOrders
    await tx.all(sql`select create_distributed_table(${table}::regclass, ${column}, ${shards})`)
  }
  // The rows were copied to the nodes; the local table still contains them.
  await tx.all(sql`select truncate_local_data_after_distributing_table(${table}::regclass)`)
}

const besideOrders = sql`colocate_with => 'orders'`

/** The number that the operator has set; otherwise two per worker instead of 32, Citus's default. */
const newShards = sql`
  colocate_with => 'none', shard_count => (
    select case when source = 'default' then greatest(1, ${SHARDS_PER_WORKER} * (select count(*) from citus_get_active_worker_nodes()))
      else setting::bigint end::integer
    from pg_settings where name = 'citus.shard_count')`

async function checkCoordinator(store: Store): Promise<void> {
  const coordinator = await store.one(sql`select 1 as found from pg_dist_node where groupid = 0`)
  if (coordinator) return
  throw new StoreError(
    'cluster',
    "el coordinador de Citus no está entre sus nodos: ejecutar en él select citus_set_coordinator_host('nombre-del-coordinador') y repetir",
  )
}
