// What the server itself says, to hold a page against.
import type { Product } from './harness.ts'

/** `data` of a GET call, asked for as the super administrator. */
export async function dataOf<T>(product: Product, path: string): Promise<T> {
  const headers = { authorization: `Bearer ${await product.token()}` }
  const response = await fetch(product.url(path), { headers })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  const { data } = (await response.json()) as { data: T }
  return data
}

/** As people write it, whatever kind of space stands between. */
export const spaced = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').trim()
