// Faults seen between Góndola and shops. Every one answers 200, or 500 for a single record: nothing looks like an outage.
import type { Json } from './recordings.ts'
import type { Answer, Asked } from './server.ts'

export interface Fault {
  /** Changes what the shop is asked. */
  ask?(path: string, query: URLSearchParams): void
  answer?(answer: Answer, asked: Asked): Answer
}

const rowsOf = ({ body }: Answer): Json[] | undefined => {
  const rows: unknown = JSON.parse(body)
  return Array.isArray(rows) ? rows : undefined
}

/** Changes the rows and headers of listings alone. */
const ofListings = (
  change: (
    rows: Json[],
    headers: Record<string, string>,
  ) => { rows: Json[]; headers: Record<string, string> },
): Fault => ({
  answer(answer) {
    const rows = answer.status === 200 ? rowsOf(answer) : undefined
    if (!rows) return answer
    const { rows: shown, headers } = change(rows, answer.headers ?? {})
    return { ...answer, body: JSON.stringify(shown), headers }
  },
})

const withTotal = (headers: Record<string, string>, total: (told: number) => number) => ({
  ...headers,
  'x-wp-total': String(total(Number(headers['x-wp-total']))),
})

const capped: NonNullable<Fault['ask']> = (_, query) => {
  if (Number(query.get('per_page') ?? 10) > 10) query.set('per_page', '10')
}

/** A cache that goes by the parameters it knows, so that an address of its own does not help. */
function cached(): Fault {
  const known = new Map<string, Answer>()
  return {
    answer(answer, { path, query }) {
      const asked = new URLSearchParams(query)
      asked.delete('gondola')
      const address = `${path}?${asked}`
      const before = known.get(address)
      if (!before) known.set(address, answer)
      return before ? { ...before, headers: { ...before.headers, age: '600' } } : answer
    },
  }
}

/** A plug-in that fails on some records, also at their own addresses; `always`: also where only their dates are asked for. */
const failingOn = (isBroken: (id: unknown) => boolean, always = false): Fault => ({
  answer(answer, { query }) {
    if ((query.get('_fields') !== null && !always) || answer.status !== 200) return answer
    const body: unknown = JSON.parse(answer.body)
    const records: unknown[] = Array.isArray(body) ? body : [body]
    const isHit = records.some(
      (one) => typeof one === 'object' && one !== null && 'id' in one && isBroken(one.id),
    )
    return isHit ? { status: 500, body: 'Fatal error' } : answer
  },
})

const without =
  (...names: readonly string[]): NonNullable<Fault['ask']> =>
  (_, query) => {
    for (const name of names) query.delete(name)
  }

const always = (change: (body: string) => string): Fault => ({
  answer: (answer) => (answer.status === 200 ? { ...answer, body: change(answer.body) } : answer),
})

/** By name; a new one each time, since some have a memory. */
export const FAULTS: Readonly<Record<string, (id: number) => Fault>> = {
  'caps the page size': () => ({ ask: capped }),
  'caps the page size and lies about the total': () => ({
    ask: capped,
    ...ofListings((rows, headers) => ({ rows, headers: withTotal(headers, () => rows.length) })),
  }),
  'repeats the first page': () => ({ ask: without('offset') }),
  'ignores dates of change, as WooCommerce before 5.8': () => ({
    ask: without('modified_after', 'modified_before'),
  }),
  'ignores asked ids': () => ({ ask: without('include') }),
  'ignores the asked order': () => ({ ask: without('orderby', 'order') }),
  'lists a record twice': () =>
    ofListings((rows, headers) => ({ rows: [...rows.slice(0, 1), ...rows], headers })),
  'cuts its answers': () => always((body) => body.slice(0, body.length / 2)),
  'answers every address with an object': () => always(() => '{"status":"ok"}'),
  'lists in any order': () =>
    ofListings((rows, headers) => ({ rows: rows.length > 1 ? [...rows.slice(1), rows[0]!] : rows, headers })),
  'answers from a cache': cached,
  'answers [] without headers': () => ofListings(() => ({ rows: [], headers: {} })),
  'answers [] with a total of 0': () =>
    ofListings((_, headers) => ({ rows: [], headers: withTotal(headers, () => 0) })),
  'leaves out half of each page': () =>
    ofListings((rows, headers) => ({ rows: rows.slice(0, Math.ceil(rows.length / 2)), headers })),
  'tells too large a total': () =>
    ofListings((rows, headers) => ({ rows, headers: withTotal(headers, (told) => told + 100) })),
  'fails on one record': (id) => failingOn((one) => one === id),
  'fails on one record, whatever is asked of it': (id) => failingOn((one) => one === id, true),
  'fails on thirty records in a row': (id) => failingOn((one) => Number(one) >= id && Number(one) < id + 30),
}
