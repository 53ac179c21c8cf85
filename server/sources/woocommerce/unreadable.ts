// Records that the shop lists but cannot show, such as an order on which a plug-in fails. Their ids and dates are known, or only that
// they are there.
const unreadable = new WeakSet<object>()

/** Marks the fields that the shop did show. */
export function asUnreadable<Fields extends object>(fields: Fields): Fields {
  unreadable.add(fields)
  return fields
}

export const isUnreadable = (record: unknown): boolean =>
  typeof record === 'object' && record !== null && unreadable.has(record)

/** A record of which the shop does not even tell the id. */
export const isNameless = (record: unknown): boolean =>
  isUnreadable(record) && typeof record === 'object' && record !== null && !('id' in record)
