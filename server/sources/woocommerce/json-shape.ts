// What is read of JSON, told by example: `objectOf({ id: whole, name: text })` reads objects with these members straight
// from their bytes. It gives up wherever JSON.parse would fail, and where it is not worth being clever. Pure.
import { Names } from './json-names.ts'
import { END, ENTRY, ESCAPED, type Inside, ITEM, type Shape, tapeOf } from './json-tape.ts'
import { type TextOf, textCache } from './text-cache.ts'

/** Thrown for text that has to be parsed whole; one object, since an error of its own costs as much as a parse. */
const NOT_READ = new Error('not read from its bytes')

export function notRead(): never {
  throw NOT_READ
}

/** How a value is read that has this entry on the tape; what is read of it in turn comes next there. */
export interface Read<Value> {
  readonly inside?: Inside
  read(from: Reading, entry: number): Value
}

/** A text that is being read. */
export interface Reading {
  readonly textOf: TextOf
  bytes: Buffer
  tape: Int32Array
  /** Place of what comes next on the tape. */
  at: number
}

/** The value between two places, undefined where it has to be parsed. */
export type ReadValue<Value> = (bytes: Buffer, from: number, to: number) => Value | undefined

export function readerOf<Value>({ inside, read }: Read<Value>): ReadValue<Value> {
  const reading: Reading = { textOf: textCache(), bytes: Buffer.alloc(0), tape: new Int32Array(0), at: 0 }
  return (bytes, from, to) => {
    const tape = inside && tapeOf(bytes, from, to, inside.shape)
    if (!tape) return undefined
    reading.bytes = bytes
    reading.tape = tape
    reading.at = 0
    try {
      return read(reading, 0)
    } catch (error) {
      if (error === NOT_READ) return undefined
      throw error
    }
  }
}

const QUOTE = 0x22

/** A text; what comes again and again is one string. */
export const text: Read<string> = {
  read(from, entry) {
    const { bytes, tape } = from
    const start = tape[entry + 1]!
    if (bytes[start] !== QUOTE) notRead()
    if (tape[entry]! >= ESCAPED) return String(parsed(from, entry))
    return from.textOf(bytes, start + 1, tape[entry + 2]! - 1)
  },
}

/** A text that is hardly ever the same twice. */
export const ownText: Read<string> = {
  read(from, entry) {
    const { bytes, tape } = from
    const start = tape[entry + 1]!
    if (bytes[start] !== QUOTE) notRead()
    if (tape[entry]! >= ESCAPED) return String(parsed(from, entry))
    return bytes.toString('latin1', start + 1, tape[entry + 2]! - 1)
  },
}

/** A number without sign, point and exponent that a double holds exactly. */
export const whole: Read<number> = {
  read({ bytes, tape }, entry) {
    const end = tape[entry + 2]!
    if (end - tape[entry + 1]! > 15) notRead()
    let value = 0
    for (let at = tape[entry + 1]!; at < end; at++) {
      const digit = bytes[at]! - 0x30
      if (digit < 0 || digit > 9) notRead()
      value = value * 10 + digit
    }
    return value
  },
}

export const flag: Read<boolean> = {
  read({ bytes, tape }, entry) {
    const first = bytes[tape[entry + 1]!]
    return first === 0x74 || (first === 0x66 ? false : notRead())
  },
}

/** Whatever stands there, as JSON.parse gives it. */
export const anything: Read<unknown> = {
  read: (from, entry) =>
    from.bytes[from.tape[entry + 1]!] === QUOTE ? text.read(from, entry) : parsed(from, entry),
}

export const isNull = ({ bytes, tape }: Reading, entry: number): boolean => bytes[tape[entry + 1]!] === 0x6e

const parsed = ({ bytes, tape }: Reading, entry: number): unknown =>
  JSON.parse(bytes.toString('utf8', tape[entry + 1], tape[entry + 2]))

/** An object with all of these members, but for the `optional` ones; of a member that comes twice the last counts. */
export function objectOf<Fields extends object>(
  fields: { readonly [Name in keyof Fields]-?: Read<Fields[Name]> },
  optional: readonly (keyof Fields & string)[] = [],
): Read<Fields> {
  const keys = Object.keys(fields) as (keyof Fields & string)[]
  const reads = keys.map((name) => fields[name])
  const needed = keys.reduce((all, name, place) => (optional.includes(name) ? all : all | (1 << place)), 0)
  const shape: Shape = { names: new Names(keys), inside: reads.map(({ inside }) => inside) }
  return {
    inside: { shape, isList: false },
    read(from) {
      const { tape } = from
      const object: Partial<Fields> = {}
      let seen = 0
      for (let entry = from.at; tape[entry] !== END; entry = from.at) {
        const place = tape[entry]! & (ESCAPED - 1)
        from.at += ENTRY
        seen |= 1 << place
        object[keys[place]!] = reads[place]!.read(from, entry)
      }
      from.at++
      if ((seen & needed) !== needed) notRead()
      return object as Fields
    },
  }
}

export function listOf<Item>({ inside, read }: Read<Item>): Read<Item[]> {
  return {
    ...(inside && { inside: { shape: inside.shape, isList: true } }),
    read(from, entry) {
      const items: Item[] = []
      while (from.tape[from.at] === ITEM) {
        from.at++
        items.push(read(from, entry))
      }
      from.at++
      return items
    },
  }
}
