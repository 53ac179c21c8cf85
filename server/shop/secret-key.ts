// The key that encrypts secrets in the database: from GONDOLA_SECRET_KEY, else from a file in the data folder with owner-only access.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decrypt, deriveKey, encrypt } from './encryption.ts'

export interface SecretKey {
  /** `file`: servers that share a PostgreSQL need the same file, or GONDOLA_SECRET_KEY. */
  readonly source: 'environment' | 'file' | 'memory'
  /** The first call creates the file. Decrypting the text needs the same `purpose`. */
  seal(purpose: string, text: string): string
  /** Undefined for a text that was encrypted with another key or for another purpose. */
  open(purpose: string, sealed: string): string | undefined
}

interface Keys {
  readonly source: SecretKey['source']
  encryptionKey(): Buffer
  /** Keys in the order to try; empty if no key exists. */
  decryptionKeys(): Buffer[]
}

const FILE = 'secret.key'

export function secretKey(text: string | undefined, dataDir: string | undefined): SecretKey {
  const keys = keysOf(text, dataDir)
  return {
    source: keys.source,
    seal: (purpose, plain) => encrypt(keys.encryptionKey(), purpose, plain),
    open(purpose, sealed) {
      for (const key of keys.decryptionKeys()) {
        const plain = decrypt(key, purpose, sealed)
        if (plain !== undefined) return plain
      }
      return undefined
    },
  }
}

function keysOf(text: string | undefined, dataDir: string | undefined): Keys {
  const file = dataDir === undefined ? undefined : join(dataDir, FILE)
  const fromFile = () => (file === undefined ? undefined : readKey(file))
  if (text !== undefined) {
    const given = deriveKey(text)
    // Secrets encrypted before the variable was set remain readable.
    return {
      source: 'environment',
      encryptionKey: () => given,
      decryptionKeys: () => [given, ...(fromFile() ?? [])],
    }
  }
  if (file === undefined || dataDir === undefined) {
    const temporary = randomBytes(32)
    return { source: 'memory', encryptionKey: () => temporary, decryptionKeys: () => [temporary] }
  }
  return {
    source: 'file',
    encryptionKey() {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 })
      try {
        writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 })
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      }
      const [key] = readKey(file) ?? []
      if (!key) throw new Error(`${file} is empty or cannot be read`)
      return key
    },
    decryptionKeys: () => fromFile() ?? [],
  }
}

function readKey(file: string): [Buffer] | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim()
    // Another server has just created the file, or was killed while it did.
    return text === '' ? undefined : [deriveKey(text)]
  } catch {
    return undefined
  }
}
