// What the keys of a dimension look like. Without zod, so that the browser can load it.

export interface KeyType {
  readonly isKey: (text: string) => boolean
  /** In English, like every message about parameters. */
  readonly rule: string
}

/** PostgreSQL stores no NUL, and no engine half of a surrogate pair. */
export const isStorable = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text)

/** A number of the shop in the form in which keys have it: without leading zeros, and exact as a JSON number. */
const isWhole = (text: string): boolean => /^(0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(Number(text))

const LONGEST = 4000

export const TEXT: KeyType = {
  isKey: (text) => text.length <= LONGEST && isStorable(text),
  rule: `texts of at most ${LONGEST} characters, without NUL`,
}

export const oneOf = (keys: readonly string[]): KeyType => ({
  isKey: (text) => keys.includes(text),
  rule: `some of ${keys.join(', ')}`,
})

export const upTo = (first: number, last: number): KeyType => ({
  isKey: (text) => isWhole(text) && Number(text) >= first && Number(text) <= last,
  rule: `whole numbers from ${first} to ${last}`,
})

/** Products that the shop deleted have no number. */
const isDeletedProduct = (text: string): boolean => text.startsWith('name:') && TEXT.isKey(text)

export const PARENT_PRODUCT: KeyType = {
  isKey: (text) => isWhole(text) || isDeletedProduct(text),
  rule: 'numbers of products, or name: and the name of a deleted one',
}

export const PRODUCT: KeyType = {
  isKey: (text) => {
    const [product = '', variation = '0', ...more] = text.split('.')
    return (isWhole(product) && isWhole(variation) && more.length === 0) || isDeletedProduct(text)
  },
  rule: 'product or product.variation in numbers, or name: and the name of a deleted one',
}

/** Accounts, guests by a hash of their e-mail, orders of guests without one, and '' for nobody. */
export const CUSTOMER: KeyType = {
  isKey: (text) => isWhole(text) || /^(guest-[0-9a-f]{32}|order-\d{1,19})?$/.test(text),
  rule: 'numbers of accounts, guest- and a hash, or order- and the number of an order',
}
