// What the palette finds while one types, and the orders of a buyer by name, over HTTP, in shops of growing sizes.
import { FIRST_NAMES, LAST_NAMES } from '#server/sources/demo/names.ts'
import { Client } from './client.ts'
import type { Place } from './processes.ts'
import type { Measured } from './questions.ts'

/** Milliseconds at p95. */
const LIMIT = 100
const PEOPLE = 12

const beginnings = (words: readonly string[], letters: number) =>
  words.slice(0, PEOPLE).map((word) => word.slice(0, letters))

const TYPED: Readonly<Record<string, readonly string[]>> = {
  'search: two letters': beginnings(LAST_NAMES, 2),
  'search: a surname': LAST_NAMES.slice(0, PEOPLE),
  'search: name and surname': LAST_NAMES.slice(0, PEOPLE).map((last, at) => `${FIRST_NAMES[at]} ${last}`),
  'search: an e-mail': LAST_NAMES.slice(0, PEOPLE).map((last, at) => `${FIRST_NAMES[at]}.${last}@`),
  'search: a number': Array.from({ length: PEOPLE }, (_, at) => String(1000 + at * 997)),
  'search: a product': ['alfajor', 'choc', 'harina', 'galle', 'yerba', 'cara', 'azúcar', 'bombón'],
  'search: nothing like it': ['zzyzx', 'qwpo lkj', 'xx.yy@zz', 'PED-0-0'],
}

export async function searches({ port, token, limitedToken }: Place): Promise<Measured[]> {
  const all = await searchesOf(port, token)
  const limited = await searchesOf(port, limitedToken)
  return [...all, ...limited.map((one) => ({ ...one, name: `${one.name}, three distributors` }))]
}

async function searchesOf(port: number, token: string): Promise<Measured[]> {
  const client = new Client(port, token)
  const expectFound = ({ status, milliseconds }: { status: number; milliseconds: number }) => {
    if (status !== 200) throw new Error(`a search answered ${status}`)
    return milliseconds
  }
  const find = async (text: string) => expectFound(await client.post('/api/search', { text }))
  await find('a')
  const results: Measured[] = []
  for (const [name, texts] of Object.entries(TYPED)) {
    const times: number[] = []
    for (const text of texts) times.push(await find(text))
    results.push({ name, limit: LIMIT, times })
  }
  const times: number[] = []
  for (const name of LAST_NAMES.slice(0, PEOPLE))
    times.push(expectFound(await client.get(`/api/orders/of-buyers?buyer=${encodeURIComponent(name)}`)))
  results.push({ name: 'orders of buyers by surname', limit: 150, times })
  client.close()
  return results
}
