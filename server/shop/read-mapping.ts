// The current mapping: from a file in the data folder, else from the settings, else the defaults.
import { readFile } from 'node:fs/promises'
import { DEFAULT_MAPPING, type Mapping, mappingSchema } from '../sources/woocommerce/mapping.ts'
import { readSetting } from '../store/settings.ts'
import type { Queries } from '../store/store.ts'

/** Setting that holds the mapping; what equals the defaults may be left out. */
export const MAPPING = 'mapping'

/** The mapping cannot be read; the Spanish message lists every mistake. */
export class MappingError extends Error {
  override readonly name = 'MappingError'
}

/** `mustExist`: throws for a missing file, for one that a person named. */
export async function readMapping(
  queries: Queries,
  file: string | undefined,
  { mustExist = false } = {},
): Promise<Mapping> {
  const text = file && (await readFile(file, 'utf8').catch(() => undefined))
  if (file && text !== undefined) return parseMapping(parseJson(text, file), file)
  if (mustExist) throw new MappingError(`No se puede leer el mapeo ${file}.`)
  const stored = await readSetting(queries, MAPPING)
  return stored === undefined ? DEFAULT_MAPPING : parseMapping(stored, MAPPING)
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new MappingError(errorText(file, ['no es JSON']))
  }
}

function parseMapping(value: unknown, name: string): Mapping {
  const parsed = mappingSchema.safeParse(value)
  if (parsed.success) return parsed.data
  const mistakes = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'mapping'}: ${message}`,
  )
  throw new MappingError(errorText(name, mistakes))
}

const errorText = (name: string, mistakes: readonly string[]): string =>
  `El mapeo ${name} tiene errores:\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`
