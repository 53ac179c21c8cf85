// ZIP archives of a few texts, stored without compression.

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return ~crc >>> 0
}

type Width = 2 | 4
type Field = readonly [width: Width, value: number]

function record(fields: readonly Field[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fields.reduce((length, [width]) => length + width, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += width
  }
  return bytes
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
/** Names are UTF-8. */
const FLAGS = 0x0800
/** 1 January 1980, the first day of the format. */
const DAY = 0x21

export function zipOf(files: Readonly<Record<string, string>>, type: string): Blob {
  const encoder = new TextEncoder()
  const body: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const [path, text] of Object.entries(files)) {
    const [name, content] = [encoder.encode(path), encoder.encode(text)]
    const size = content.length
    /** The fields that both headers share: version, flags, method, time, day, checksum, sizes and lengths. */
    const shared: Field[] = [
      ...([
        [2, 20],
        [2, FLAGS],
        [2, 0],
        [2, 0],
        [2, DAY],
        [4, crc32(content)],
      ] as const),
      ...([
        [4, size],
        [4, size],
        [2, name.length],
        [2, 0],
      ] as const),
    ]
    const local = record([[4, LOCAL], ...shared])
    body.push(local, name, content)
    const central: Field[] = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ]
    directory.push(record([[4, CENTRAL], [2, 20], ...shared, ...central]), name)
    offset += local.length + name.length + size
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0)
  const count = Object.keys(files).length
  const end: Field[] = [
    [4, END],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, length],
    [4, offset],
    [2, 0],
  ]
  return new Blob([...body, ...directory, record(end)], { type })
}
