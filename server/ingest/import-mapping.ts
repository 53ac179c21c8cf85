// The mapping that this shop uses: a file in the data folder, else the one kept in the store, else the defaults. Room ingest.
import { readFile } from 'node:fs/promises'
import { DEFAULT_MAPPING, type Mapping, mappingSchema } from '#server/sources/woocommerce/mapping.ts'
import type { Queries } from '#server/store/store.ts'
import { IMPORT_TEXT } from './import-text.ts'
import { readSetting } from './settings.ts'

/** Setting that holds the mapping; only what differs from the defaults has to be there. */
export const MAPPING = 'mapping'

/** The mapping is no JSON or does not hold; the message names every place. */
export class MappingError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MappingError'
  }
}

/** `mustExist`: the person named the file, so a missing one is an error. */
export async function readMapping(queries: Queries, file: string, mustExist: boolean): Promise<Mapping> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text !== undefined) return parseMapping(json(text, file), file)
  if (mustExist) throw new MappingError(IMPORT_TEXT.noMapping(file))
  const kept = await readSetting(queries, MAPPING)
  return kept === undefined ? DEFAULT_MAPPING : parseMapping(kept, MAPPING)
}

function json(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new MappingError(IMPORT_TEXT.badMapping(file, ['no es JSON']))
  }
}

export function parseMapping(value: unknown, name: string): Mapping {
  const parsed = mappingSchema.safeParse(value)
  if (parsed.success) return parsed.data
  const mistakes = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'mapping'}: ${message}`,
  )
  throw new MappingError(IMPORT_TEXT.badMapping(name, mistakes))
}
