// Encrypts texts stored in the database with AES-256-GCM. The key is kept outside the database.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const VERSION = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Derives a key of 32 bytes from a long secret text. */
export const deriveKey = (text: string): Buffer =>
  Buffer.from(hkdfSync('sha256', text, 'gondola', 'sealed texts', 32))

/** `purpose` is authenticated too, so that one encrypted text cannot replace another. */
export function encrypt(key: Buffer, purpose: string, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [VERSION, Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')].join('.')
}

/** Undefined if the text was encrypted with another key, for another purpose, or was changed. */
export function decrypt(key: Buffer, purpose: string, encrypted: string): string | undefined {
  const [version, data] = encrypted.split('.')
  const bytes = Buffer.from(data ?? '', 'base64url')
  if (version !== VERSION || bytes.length < IV_BYTES + TAG_BYTES) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(purpose))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
    return text.toString('utf8')
  } catch {
    return undefined
  }
}
