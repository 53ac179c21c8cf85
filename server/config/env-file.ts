import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'

/** In a sentence for the terminal. */
export class EnvFileError extends Error {}

/**
 * Loads `.env` of the working directory if it exists. Variables that are already set keep their value. Throws an EnvFileError for
 * one that cannot be read.
 */
export function loadEnvFile(): void {
  if (!existsSync('.env')) return
  Object.assign(process.env, { ...parseEnv(textOf(bytesOf('.env'))), ...process.env })
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    throw new EnvFileError(`no se puede leer el archivo ${resolve(file)} (${code})`)
  }
}

/** Editors of Windows begin a file with a mark, which would belong to the first name, or write UTF-16. */
const textOf = (bytes: Buffer): string =>
  new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes)
