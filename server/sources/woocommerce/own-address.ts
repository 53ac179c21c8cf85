// Asks for records one by one, at their own addresses: the only answer that proves that one is gone.
import { type Fate, type RecordId, type RemovableCollection, SourceError } from '#server/ingest/source.ts'
import type { Client } from './client.ts'
import { fieldsOf, idOf, ONE_ATTEMPT } from './rest-page.ts'
import { TEXT } from './text.ts'
import { isOrderStatus } from './translate-order.ts'

export interface OwnAddresses {
  /** Without records that the shop does not answer for, and those that are too many for a run. */
  askAll(collection: RemovableCollection, records: readonly RecordId[]): Promise<OwnAnswer[]>
  /** Number of records that no listing showed and that exist. */
  unlisted(): number
  /** Number of records whose own address the shop denies. */
  denied(): number
}

export interface OwnAnswer {
  readonly id: number
  readonly fate: Fate
  readonly payload?: unknown
}

/** Requests of one run; a shop that loses more waits for the next one. */
const MOST = 3_000
/** Requests that wait for the shop at the same time. */
const AT_ONCE = 4

const PATHS: Record<RemovableCollection, string> = {
  orders: 'orders',
  customers: 'customers',
  products: 'products',
  coupons: 'coupons',
  categories: 'products/categories',
}

const pathOf = (collection: RemovableCollection, { id, parent }: RecordId): string =>
  parent > 0 ? `products/${parent}/variations/${id}` : `${PATHS[collection]}/${id}`

export function ownAddresses(client: Client): OwnAddresses {
  let left = MOST
  let unlisted = 0
  let denied = 0
  const told = async (collection: RemovableCollection, record: RecordId) => {
    try {
      return await ask(client, collection, record)
    } catch (error) {
      if (!(error instanceof SourceError) || error.kind !== 'forbidden') throw error
      await assertAllowed(client, collection, error)
      denied += 1
      return undefined
    }
  }
  return {
    async askAll(collection, records) {
      const answers: OwnAnswer[] = []
      const within = records.slice(0, left)
      left -= within.length
      for (let from = 0; from < within.length; from += AT_ONCE) {
        const some = within.slice(from, from + AT_ONCE).map((record) => told(collection, record))
        answers.push(...(await Promise.all(some)).filter((answer) => answer !== undefined))
      }
      unlisted += answers.filter(({ fate }) => fate === 'there').length
      return answers
    },
    unlisted: () => unlisted,
    denied: () => denied,
  }
}

/** Plug-ins and firewalls deny single records. Throws the `failure` if the shop denies the collection, too. */
async function assertAllowed(
  client: Client,
  collection: RemovableCollection,
  failure: SourceError,
): Promise<void> {
  await client
    .get(PATHS[collection], { per_page: 1, _fields: 'id' }, ONE_ATTEMPT)
    .catch(() => Promise.reject(failure))
}

async function ask(
  client: Client,
  collection: RemovableCollection,
  record: RecordId,
): Promise<OwnAnswer | undefined> {
  const path = pathOf(collection, record)
  const { id } = record
  try {
    const { body } = await client.get(path)
    // Something between here and the shop may answer every address alike.
    if (idOf(body) !== id) throw await client.shown(new SourceError('unexpected', TEXT.notWooCommerce(path)))
    const status = String(fieldsOf(body).status ?? '')
    const isTrashed = status === 'trash' || (collection === 'orders' && !isOrderStatus(status))
    return isTrashed ? { id, fate: 'trashed' } : { id, fate: 'there', payload: body }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    if (error.kind === 'not-found' && /^woocommerce_rest_/.test(error.code ?? '')) return { id, fate: 'gone' }
    if (error.kind === 'not-found' || error.kind === 'unavailable') return undefined
    throw error
  }
}
