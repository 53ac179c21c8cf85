// Tables of definitions: their keys, and entries of one kind.

export const keysOf = <T extends object>(table: T) => Object.keys(table) as Extract<keyof T, string>[]

/** Tells whether a text is a key of the table. */
export const isKeyOf =
  <T extends object>(table: T) =>
  (text: string): text is Extract<keyof T, string> =>
    Object.hasOwn(table, text)

interface Named {
  readonly title: string
  readonly definition: string
}

/** Makes entries of one kind; `differing`: what one of them has instead. */
export const ofKind =
  <K extends object>(kind: K) =>
  (title: string, definition: string, differing: Partial<K> = {}): K & Named => ({
    ...kind,
    ...differing,
    title,
    definition,
  })
