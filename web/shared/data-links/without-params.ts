import { pathOf, queryOfAddress } from '#contract/address.ts'

/** An address without some of its parameters. */
export function withoutParams(address: string, ...names: readonly string[]): string {
  const query = queryOfAddress(address)
  for (const name of names) query.delete(name)
  const text = query.toString()
  return pathOf(address) + (text && `?${text}`)
}
