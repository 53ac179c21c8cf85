// Encrypted files: AES-256-GCM in chunks, so that any size streams in constant memory. Format: magic with version, salt, chunks.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const MAGIC = Buffer.from('GONDOLA\u0001', 'latin1')
const SALT_BYTES = 32
const TAG_BYTES = 16
const CHUNK_BYTES = 1 << 20

type Bytes = AsyncIterable<Uint8Array>

export class DecryptionError extends Error {}

/** A key per file, so that nonces can count. */
const keyOf = (secret: string, salt: Buffer) =>
  Buffer.from(hkdfSync('sha256', secret, salt, 'gondola backup', 32))

/** Position in the file and whether it is the last chunk, so that chunks cannot be moved, repeated or cut off. */
function nonce(index: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt32BE(index, 7)
  bytes.writeUInt8(isLast ? 1 : 0, 11)
  return bytes
}

export async function* encrypted(plain: Bytes, secret: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const key = keyOf(secret, salt)
  const header = Buffer.concat([MAGIC, salt])
  yield header
  for await (const { bytes, index, isLast } of chunks(plain, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonce(index, isLast)).setAAD(header)
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/**
 * Passes on unencrypted content only without a key: with one, anybody who can write to the storage could put any content there.
 * Throws a DecryptionError for a missing or wrong key, and for a file that was changed or cut.
 */
export async function* decrypted(stored: Bytes, secret: string | undefined): AsyncGenerator<Buffer> {
  const headerBytes = MAGIC.length + SALT_BYTES
  const { head, rest } = await split(stored, headerBytes)
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) {
    if (secret !== undefined)
      throw new DecryptionError(
        'la copia no está cifrada, y con GONDOLA_BACKUP_KEY sólo sirven las que se hicieron con esa clave. Si es una copia propia de antes de tener la clave, repetí el comando sin GONDOLA_BACKUP_KEY',
      )
    yield head
    yield* rest
    return
  }
  if (secret === undefined)
    throw new DecryptionError('la copia está cifrada: falta GONDOLA_BACKUP_KEY, la clave con que se hizo')
  const key = keyOf(secret, head.subarray(MAGIC.length))
  for await (const { bytes, index, isLast } of chunks(rest, CHUNK_BYTES + TAG_BYTES)) {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce(index, isLast)).setAAD(head)
    const end = Math.max(0, bytes.length - TAG_BYTES)
    try {
      decipher.setAuthTag(bytes.subarray(end))
      yield Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()])
    } catch {
      throw new DecryptionError(
        index === 0
          ? 'la copia no se abre con esta GONDOLA_BACKUP_KEY, o está dañada'
          : 'la copia está dañada o incompleta',
      )
    }
  }
}

async function split(bytes: Bytes, length: number): Promise<{ head: Buffer; rest: AsyncGenerator<Buffer> }> {
  const source = bytes[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < length) {
    const { value, done } = await source.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  async function* rest() {
    if (head.length > length) yield head.subarray(length)
    for (;;) {
      const { value, done } = await source.next()
      if (done) return
      yield Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    }
  }
  return { head: head.subarray(0, length), rest: rest() }
}

interface Chunk {
  readonly bytes: Buffer
  readonly index: number
  readonly isLast: boolean
}

/** Chunks of equal size; the last one is shorter and may be empty. */
async function* chunks(bytes: Bytes, size: number): AsyncGenerator<Chunk> {
  let index = 0
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const piece of bytes) {
    waiting.push(piece)
    length += piece.length
    if (length <= size) continue
    let all = Buffer.concat(waiting)
    for (; all.length > size; all = all.subarray(size))
      yield { bytes: all.subarray(0, size), index: index++, isLast: false }
    waiting = [all]
    length = all.length
  }
  yield { bytes: Buffer.concat(waiting), index, isLast: true }
}
