import { StoreError } from './errors.ts'
import { decimalText, timestampText, wholeNumber } from './numbers.ts'
import type { Value } from './store.ts'

const text = (value: string): Value => value

/** By type id (select oid, typname from pg_type). */
const READERS = new Map<number, (value: string) => Value>([
  [16, (value) => value.startsWith('t')], // t, cast to text: true
  [18, text], // "char"
  [19, text], // name
  [20, (value) => wholeNumber(value, 'a bigint')],
  [21, Number],
  [23, Number],
  [25, text],
  [700, Number],
  [701, Number],
  [705, text], // unknown
  [1042, text], // char(n)
  [1043, text],
  [1082, text], // date, as ISO
  [1114, timestampText],
  [1184, timestampText],
  [1700, (value) => decimalText(value, 'a numeric')],
  [2278, () => null], // void
  [2950, text], // uuid
])

export const typeParsers = {
  getTypeParser:
    (oid: number) =>
    (value: string | Buffer): Value => {
      const read = READERS.get(oid)
      if (!read)
        throw new StoreError('value', `Type ${oid} of PostgreSQL differs between the engines; cast it`)
      return read(value.toString())
    },
}
