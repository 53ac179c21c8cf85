// Records that the shop lists but cannot show, such as an order on which a plug-in fails. Only their ids and dates are known.
const unreadable = new WeakSet<object>()

/** Marks the fields that the shop did show. */
export function asUnreadable<Fields extends object>(fields: Fields): Fields {
  unreadable.add(fields)
  return fields
}

export const isUnreadable = (record: unknown): boolean =>
  typeof record === 'object' && record !== null && unreadable.has(record)
