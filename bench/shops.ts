// Generated shops of growing sizes, on DuckDB or on a PostgreSQL started for the run.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { ROLLUPS } from '#server/figures/rollups.ts'
import { DEMO_DEFAULTS, lastFullMonth, makeDemo } from '#server/start/make-demo.ts'
import { openStore } from '#server/store/open.ts'
import { connect } from '../test/connect.ts'
import { seconds, timed } from './figures.ts'
import { grow } from './grow.ts'
import { type Address, storeAt } from './processes.ts'
import { withoutIndexes } from './without-indexes.ts'

const TIME_ZONE = 'America/Argentina/Buenos_Aires'
const MONTHS = 24

const FACTS = ['orders', 'order_lines', 'order_discounts', 'order_refunds', 'customers']

/** Tables filled while a shop is generated. */
export const FILLED = [...FACTS, 'products', 'distributors', ...ROLLUPS.map(({ table }) => table)]

/** A quarter of a small server's memory, and settings for bulk loads. */
export const MEMORY_SETTINGS = [
  'shared_buffers=1GB',
  'effective_cache_size=2GB',
  'maintenance_work_mem=256MB',
  'max_wal_size=8GB',
]

const SETTINGS = [...MEMORY_SETTINGS, 'wal_level=minimal', 'max_wal_senders=0']

/** Grows the shop at an address to the requested size; later sizes are multiples of the first. */
export function growingShop(address: Address): (orders: number) => Promise<Address> {
  let base = 0
  let copies = 1
  return async (orders) => {
    const store = await openStore(storeAt(address))
    try {
      const [, took] = await timed(async () => {
        if (base === 0) {
          const until = lastFullMonth(TIME_ZONE)
          const shop = { ...DEMO_DEFAULTS, orders, months: MONTHS, until, timeZone: TIME_ZONE }
          // Rebuilding the rollups of a month needs its index.
          const dear = (index: string) => !index.endsWith('_month') && index !== 'customers_email'
          await withoutIndexes(store, FACTS, dear, async () => void (await makeDemo(store, shop)))
          base = orders
          return
        }
        const wanted = Math.round(orders / base)
        await withoutIndexes(
          store,
          FILLED,
          () => true,
          () => grow(store, wanted, () => process.stdout.write('.'), copies),
        )
        copies = Math.max(copies, wanted)
      })
      console.log(`\na shop of ${orders.toLocaleString('en-US')} orders, made in ${seconds(took)}`)
    } finally {
      await store.close()
    }
    return address
  }
}

const KEEPER = fileURLToPath(new URL('../test/postgres-daemon.ts', import.meta.url))

/** Starts a PostgreSQL server with an empty database; `stop` removes both. */
export async function startPostgres(): Promise<{ address: Address; stop: () => Promise<void> }> {
  const keeper = spawn(process.execPath, [KEEPER, ...SETTINGS], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = await once(createInterface(keeper.stdout), 'line')
  const { url }: { url: string } = JSON.parse(String(line))
  const client = await connect(url)
  await client.query(
    `create database gondola_bench encoding 'UTF8' lc_collate 'C' lc_ctype 'C' template template0`,
  )
  await client.end()
  const own = new URL(url)
  own.pathname = '/gondola_bench'
  return {
    address: own.href,
    async stop() {
      const ended = once(keeper, 'exit')
      keeper.stdin.end()
      await ended
    },
  }
}
