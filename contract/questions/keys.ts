// Keys of a table of definitions.

export const keysOf = <T extends object>(table: T) => Object.keys(table) as Extract<keyof T, string>[]

/** Tells whether a text is a key of the table. */
export const isKeyOf =
  <T extends object>(table: T) =>
  (text: string): text is Extract<keyof T, string> =>
    Object.hasOwn(table, text)
