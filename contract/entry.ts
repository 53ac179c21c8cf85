// Tables that are read by a text from outside.

/** The table's own entry; undefined for other keys, also for those that every object inherits, such as `constructor`. */
export const entryOf = <V>(table: Readonly<Record<string, V>> | undefined, key: string): V | undefined =>
  table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined
