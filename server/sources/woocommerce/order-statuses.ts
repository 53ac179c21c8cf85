// The statuses of orders, asked for by name: `any` leaves out those that a plug-in registers as not public or not searched.
import { SourceError } from '#server/ingest/source.ts'
import type { Client } from './client.ts'
import { FEW_ATTEMPTS, fieldsOf } from './rest-page.ts'
import { isOrderStatus } from './translate-order.ts'

const ANY = 'any'

/** The value of `status` that lists every order; `any` where the shop does not describe its listing. Asked once. */
export function orderStatuses(client: Client): () => Promise<string> {
  let asked: Promise<string> | undefined
  return () => {
    asked ??= describedStatuses(client)
    return asked
  }
}

/** WordPress answers a GET with this parameter like OPTIONS, which some firewalls refuse. */
const DESCRIBE = { _method: 'OPTIONS' }

async function describedStatuses(client: Client): Promise<string> {
  try {
    const { body } = await client.get('orders', DESCRIBE, FEW_ATTEMPTS)
    const names = namesIn(body).filter((name) => name !== ANY && isOrderStatus(name))
    return names.length > 0 ? names.join() : ANY
  } catch (error) {
    if (error instanceof SourceError) return ANY
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
