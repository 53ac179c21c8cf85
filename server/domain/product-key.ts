// The key of a product or variation on the wire: '11', or '14.141' for variation 141 of product 14.

/** `variation`: 0 for none. */
export const productKeyOf = (product: number, variation: number): string =>
  variation === 0 ? String(product) : `${product}.${variation}`

/** Product and variation of a key; 0: none. */
export function idsOfKey(key: string): [product: number, variation: number] {
  const [product = 0, variation = 0] = key.split('.').map(Number)
  return [product, variation]
}
