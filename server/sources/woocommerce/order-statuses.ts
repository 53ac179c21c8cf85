// The statuses of orders, asked for by name: `any` leaves out those that a plug-in registers as not public or not searched.
import { SourceError } from '#server/ingest/source.ts'
import type { Client } from './client.ts'
import { FEW_ATTEMPTS, fieldsOf } from './rest-page.ts'
import { isOrderStatus } from './translate-order.ts'

export interface OrderStatuses {
  /** The value of `status` that lists every order; `any` where the shop does not describe its listing. */
  listed(): Promise<string>
  /** By name; undefined where the shop does not tell. */
  registered(): Promise<readonly string[] | undefined>
}

const ANY = 'any'

/** Asked once. */
export function orderStatuses(client: Client): OrderStatuses {
  let asked: Promise<readonly string[] | undefined> | undefined
  const registered = () => {
    asked ??= describedStatuses(client)
    return asked
  }
  return { registered, listed: async () => (await registered())?.join() ?? ANY }
}

/** WordPress answers a GET with this parameter like OPTIONS, which some firewalls refuse. */
const DESCRIBE = { _method: 'OPTIONS' }

async function describedStatuses(client: Client): Promise<readonly string[] | undefined> {
  try {
    const { body } = await client.get('orders', DESCRIBE, FEW_ATTEMPTS)
    const names = namesIn(body).filter((name) => name !== ANY && isOrderStatus(name))
    return names.length > 0 ? names : undefined
  } catch (error) {
    if (error instanceof SourceError) return undefined
    throw error
  }
}

function namesIn(description: unknown): string[] {
  const { endpoints } = fieldsOf(description)
  for (const endpoint of Array.isArray(endpoints) ? endpoints : []) {
    const { status } = fieldsOf(fieldsOf(endpoint).args)
    const names = fieldsOf(fieldsOf(status).items).enum
    if (Array.isArray(names)) return names.filter((name) => typeof name === 'string')
  }
  return []
}
