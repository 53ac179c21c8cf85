// Parser for PHP's serialize(), in which WordPress stores lists and maps.

export type PhpValue = string | number | boolean | null | PhpMap
/** In the original order; keys of lists are '0', '1' … */
export type PhpMap = ReadonlyMap<string, PhpValue>

/** Undefined for text that is not serialized. */
export function unserialize(text: string): PhpValue | undefined {
  if (!/^(?:[aOsibd]:|N;)/.test(text)) return undefined
  const reader = { bytes: Buffer.from(text), at: 0 }
  try {
    const value = valueAt(reader)
    return reader.at === reader.bytes.length ? value : undefined
  } catch {
    return undefined
  }
}

export function phpMap(text: string): PhpMap {
  const value = unserialize(text)
  return value instanceof Map ? value : new Map()
}

/** Value of a meta field as in the REST API. */
export function metaValue(text: string): unknown {
  const value = unserialize(text)
  return value === undefined ? text : asJson(value)
}

/** As PHP encodes it: a map whose keys are 0, 1 … is a list. */
function asJson(value: PhpValue): unknown {
  if (value === null || typeof value !== 'object') return value
  const isList = [...value.keys()].every((key, index) => key === String(index))
  if (isList) return [...value.values()].map(asJson)
  return Object.fromEntries([...value].map(([key, each]) => [key, asJson(each)]))
}

interface Reader {
  readonly bytes: Buffer
  at: number
}

function valueAt(reader: Reader): PhpValue {
  const kind = String.fromCharCode(reader.bytes[reader.at]!)
  reader.at += 2
  if (kind === 'N') return null
  if (kind === 'b') return until(reader, ';') === '1'
  if (kind === 'i' || kind === 'd') return Number(until(reader, ';'))
  if (kind === 's') {
    const value = stringAt(reader)
    reader.at += 1
    return value
  }
  if (kind === 'O') {
    stringAt(reader)
    reader.at += 1
  } else if (kind !== 'a') throw new Error('not serialized')
  const entries = new Map<string, PhpValue>()
  const count = Number(until(reader, ':'))
  reader.at += 1
  for (let entry = 0; entry < count; entry++) {
    const key = valueAt(reader)
    entries.set(String(key), valueAt(reader))
  }
  reader.at += 1
  return entries
}

/** `length:"bytes"`, lengths counted in bytes. */
function stringAt(reader: Reader): string {
  const length = Number(until(reader, ':'))
  const from = reader.at + 1
  reader.at = from + length + 1
  if (reader.at > reader.bytes.length) throw new Error('cut off')
  return reader.bytes.toString('utf8', from, from + length)
}

function until(reader: Reader, sign: string): string {
  const end = reader.bytes.indexOf(sign, reader.at)
  if (end < 0) throw new Error('cut off')
  const text = reader.bytes.toString('latin1', reader.at, end)
  reader.at = end + 1
  return text
}
