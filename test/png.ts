// Reads the pixels of the pictures that Góndola mails and saves: eight bits a channel, without interlacing.
import { inflateSync } from 'node:zlib'

export interface Pixels {
  readonly width: number
  readonly height: number
  /** '#rrggbb' of a pixel. */
  colorAt(x: number, y: number): string
}

const SIGNATURE = 8
const CHANNELS: Readonly<Record<number, number>> = { 2: 3, 6: 4 }

export function pixelsOf(png: Buffer): Pixels {
  const data: Buffer[] = []
  let [width, height, channels] = [0, 0, 0]
  for (let at = SIGNATURE; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const body = png.subarray(at + 8, at + 8 + length)
    const type = png.toString('latin1', at + 4, at + 8)
    if (type === 'IHDR') {
      width = body.readUInt32BE(0)
      height = body.readUInt32BE(4)
      channels = CHANNELS[body.readUInt8(9)] ?? 0
    }
    if (type === 'IDAT') data.push(body)
    at += length + 12
  }
  if (channels === 0) throw new Error('The picture is of another kind')
  const rows = unfiltered(inflateSync(Buffer.concat(data)), width * channels, height, channels)
  return {
    ...{ width, height },
    colorAt: (x, y) =>
      `#${rows.subarray((y * width + x) * channels, (y * width + x) * channels + 3).toString('hex')}`,
  }
}

/** Adds to each byte what its row's filter predicts from the bytes left of it, above it and both. */
function unfiltered(raw: Buffer, stride: number, height: number, channels: number): Buffer {
  const rows = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)] ?? 0
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x
      const left = x < channels ? 0 : (rows[at - channels] ?? 0)
      const above = y === 0 ? 0 : (rows[at - stride] ?? 0)
      const corner = x < channels || y === 0 ? 0 : (rows[at - stride - channels] ?? 0)
      const predicted = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter] ?? 0
      rows[at] = (raw[y * (stride + 1) + 1 + x] ?? 0) + predicted
    }
  }
  return rows
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((each) => Math.abs(guess - each))
  if (Number(toLeft) <= Number(toAbove) && Number(toLeft) <= Number(toCorner)) return left
  return Number(toAbove) <= Number(toCorner) ? above : corner
}
