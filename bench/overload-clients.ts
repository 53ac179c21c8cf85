// What clients beyond the capacity of a server ask for.
import { measured, pathOf } from './calls.ts'
import type { Place } from './processes.ts'

export const GIVE_UP_MS = 5000

export interface HammerOrders {
  readonly place: Place
  readonly clients: number
  readonly seconds: number
}

export interface Hammered {
  answered: number
  refused: number
  failed: number
}

/** Every call in every month; one in ten is a list page that is rarely requested and so not cached. */
export function pathsOf(server: Place): (turn: number) => string {
  const paths = measured.flatMap((endpoint) => {
    const path = pathOf(endpoint, server)
    if (path === undefined) return []
    return endpoint.monthly ? server.months.map((month) => `${path}?start_date=${month}`) : [path]
  })
  const lists = measured.flatMap((endpoint) => {
    const path = pathOf(endpoint, server)
    return path !== undefined && endpoint.list && endpoint.monthly ? [path] : []
  })
  return (turn) => {
    if (turn % 10 > 0) return paths[(turn * 7919) % paths.length] ?? ''
    const month = server.months[turn % server.months.length] ?? ''
    return `${lists[turn % lists.length]}?start_date=${month}&per_page=${10 + (turn % 90)}&page=${1 + (turn % 7)}`
  }
}
