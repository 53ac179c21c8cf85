// PHP's serialize(), in which WordPress stores lists and maps.

export type Php = string | number | boolean | null | Php[] | { readonly [key: string]: Php }

/** Keys that look like integers are integers, as in PHP; lengths are in bytes. */
export function serialize(value: Php): string {
  if (value === null) return 'N;'
  if (typeof value === 'boolean') return `b:${value ? 1 : 0};`
  if (typeof value === 'number') return Number.isInteger(value) ? `i:${value};` : `d:${value};`
  if (typeof value === 'string') return `s:${Buffer.byteLength(value)}:"${value}";`
  const entries = Object.entries(value)
  const parts = entries.map(([key, entry]) => {
    const name = /^(?:0|-?[1-9]\d*)$/.test(key) ? serialize(Number(key)) : serialize(key)
    return name + serialize(entry)
  })
  return `a:${entries.length}:{${parts.join('')}}`
}
