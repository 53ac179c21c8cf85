// The guided mapping: examples from the shop, and the mapping that follows from what a person chooses among them.
import type { MappingExamplesService } from '../features/shop/examples-routes.ts'
import { HttpError } from '../http/errors.ts'
import { dataKind } from '../ingest/data-source.ts'
import { applyChoices, ExamplesChanged } from '../sources/woocommerce/examples/choices.ts'
import { effectOf } from '../sources/woocommerce/examples/effect.ts'
import { examplesOf, namesIn, rolesIn, type Seen } from '../sources/woocommerce/examples/examples.ts'
import type { SeenName } from '../sources/woocommerce/examples/names.ts'
import { offersOf } from '../sources/woocommerce/examples/offers.ts'
import type { ShopSample } from '../sources/woocommerce/examples/sample.ts'
import type { Mapping } from '../sources/woocommerce/mapping.ts'
import { translateContext } from '../sources/woocommerce/translate.ts'
import { sql } from '../store/sql.ts'
import type { Store } from '../store/store.ts'
import type { Connection } from './connection.ts'
import { connectedShop } from './connection-service.ts'
import { createSampleReader } from './sample-reader.ts'

export interface ExamplesDeps {
  readonly store: Store
  readonly connection: Connection
  readonly timeZone: string
  readonly now: () => Date
  /** For errors that the shop did not cause. */
  readonly onError: (error: unknown) => void
}

/** Shows only the most used names; shops with a code per customer have millions. */
const MOST_NAMES = 10_000

export function examplesService(deps: ExamplesDeps): MappingExamplesService {
  const { store, connection, timeZone, now, onError } = deps
  const reader = createSampleReader(now, onError)
  const contextOf = (mapping: Mapping, currency: string, products: ShopSample['products'] = []) => {
    const { product_types: types } = mapping.vouchers
    const vouchers = products.filter(({ type }) => types.includes(type)).map(({ id }) => id)
    return translateContext({ mapping, currency, timeZone, voucherProducts: new Set(vouchers) })
  }

  async function read(again: boolean) {
    const shop = await connectedShop(connection)
    const mapping = await connection.mapping()
    const state = reader.read(shop, contextOf(mapping, ''), again)
    return { state, mapping }
  }

  async function seenOf(sample: ShopSample, mapping: Mapping): Promise<Seen> {
    const sampled = namesIn(sample, contextOf(mapping, sample.currency, sample.products))
    if ((await dataKind(store)) !== 'woocommerce') return { sample, names: sampled, roles: rolesIn(sample) }
    const stored = await storedNames(store)
    const known = new Set(stored.map(({ kind, name }) => `${kind} ${name}`))
    return {
      sample,
      names: [...stored, ...sampled.filter(({ kind, name }) => !known.has(`${kind} ${name}`))],
      roles: await storedRoles(store),
    }
  }

  return {
    stop: reader.stop,

    async examples(again) {
      const { state, mapping } = await read(again)
      const { state: name, progress } = state
      if (state.state !== 'ready') return { state: name, progress, examples: null }
      return { state: name, progress, examples: examplesOf(await seenOf(state.sample, mapping), mapping) }
    },

    async proposal(choices) {
      const { state, mapping } = await read(false)
      const { state: name, progress } = state
      if (state.state !== 'ready') return { state: name, progress, proposal: null }
      const { sample } = state
      const seen = await seenOf(sample, mapping)
      const chosen = await applyChoices(choices, seen.names, mapping, offersOf(sample, mapping)).catch(
        asConflict,
      )
      const [before, after] = [mapping, chosen.mapping].map((one) =>
        contextOf(one, sample.currency, sample.products),
      )
      return {
        state: name,
        progress,
        proposal: {
          ...chosen,
          month: sample.month,
          orders: sample.orders.length,
          complete: sample.complete,
          effect: effectOf(seen, before!, after!),
        },
      }
    },
  }
}

function asConflict(error: unknown): never {
  if (error instanceof ExamplesChanged) throw new HttpError('examples-changed')
  throw error
}

async function storedNames(store: Store): Promise<SeenName[]> {
  const rows = await store.all<SeenName & { readonly buyers: number }>(sql`
    select d.kind, d.name, count(*) as uses, sum(d.amount) as amount, max(d.order_id) as order_id,
      count(distinct o.first_name || ' ' || o.last_name) as buyers, max(o.first_name || ' ' || o.last_name) as buyer
    from order_discounts d join orders o on o.order_id = d.order_id and o.month = d.month
    where d.counted
    group by d.kind, d.name order by uses desc, d.name limit ${MOST_NAMES}`)
  return rows.map(({ buyers, buyer, amount, ...row }) => ({
    ...row,
    amount: Math.round(amount * 100),
    buyer: buyers === 1 ? buyer : undefined,
  }))
}

const storedRoles = (store: Store) =>
  store.all<{ role: string; accounts: number }>(sql`
    select role, count(*) as accounts from customers where role <> '' group by role order by accounts desc, role`)
