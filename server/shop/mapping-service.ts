// Shows, previews and saves the mapping.

import { existsSync } from 'node:fs'
import { z } from 'zod'
import { entryOf } from '#contract/entry.ts'
import type { ShopService } from '../features/shop/routes.ts'
import { fieldError, HttpError } from '../http/errors.ts'
import { changedMeanwhile, revisionOf } from '../http/revisions.ts'
import { dataKind } from '../ingest/data-source.ts'
import type { Jobs } from '../ingest/jobs/jobs.ts'
import { reclassify } from '../ingest/reclassify.ts'
import { SourceError } from '../ingest/source.ts'
import { wooCommerceClient } from '../sources/woocommerce/client.ts'
import { DEFAULT_MAPPING, type Mapping, mappingSchema } from '../sources/woocommerce/mapping.ts'
import { partsToImport } from '../sources/woocommerce/mapping-parts.ts'
import { previewMapping } from '../sources/woocommerce/mapping-preview.ts'
import { classifierOf } from '../sources/woocommerce/source.ts'
import { acquireLock } from '../store/locks.ts'
import { readSetting, writeSetting } from '../store/settings.ts'
import type { Queries, Store } from '../store/store.ts'
import { type Connection, plainKeys } from './connection.ts'
import { connectedShop } from './connection-service.ts'
import { MAPPING } from './read-mapping.ts'

type Mappings = Pick<ShopService, 'mapping' | 'saveMapping' | 'previewMapping'>

export interface MappingDeps {
  readonly store: Store
  readonly connection: Connection
  readonly jobs: Jobs
  readonly timeZone: string
}

export function mappingService({ store, connection, jobs, timeZone }: MappingDeps): Mappings {
  const { mappingFile } = connection
  const fromFile = () => mappingFile !== undefined && existsSync(mappingFile)

  return {
    async mapping() {
      const stored = await readSetting(store, MAPPING)
      return {
        source: fromFile() ? 'file' : stored === undefined ? 'defaults' : 'stored',
        mapping: await connection.mapping(),
        defaults: DEFAULT_MAPPING,
        revision: revisionOf(stored),
      }
    },

    async saveMapping(given, revision, note) {
      if (fromFile()) throw new HttpError('mapping-from-file')
      const after = parsed(given)
      const { before, sorted } = await store.transaction(async (tx) => {
        // Before the revision is compared: of two people who save at once, the second one is told.
        await acquireLock(tx, 'sync', 'exclusive')
        const before = await connection.mapping()
        if (revision !== undefined && revision !== revisionOf(await readSetting(tx, MAPPING)))
          throw changedMeanwhile('mapping')
        const kept = given === null ? undefined : withoutDefaults(after)
        const placed = (await followsMapping(tx))
          ? await reclassify(tx, classifierOf(before), classifierOf(after))
          : { discounts: 0, customers: 0, months: 0 }
        const change = { before: withoutDefaults(before), after: kept ?? {} }
        await note(tx, { action: 'store.mapping', subject: 'mapping', ...change })
        await writeSetting(tx, MAPPING, kept)
        return { before, sorted: placed }
      })
      // A running job is fine too: it continues until no month is dirty.
      if (sorted.months > 0) await jobs.start('summaries')
      return { message: 'Mapping saved successfully.', sorted, needs_import: partsToImport(before, after) }
    },

    async previewMapping(given) {
      const mapping = parsed(given)
      const shop = await connectedShop(connection)
      const client = wooCommerceClient({ ...plainKeys(shop), attempts: 2, timeoutMs: 30_000 })
      try {
        const currency = await readSetting(store, 'currency')
        return await previewMapping(client, mapping, {
          currency: typeof currency === 'string' ? currency : '',
          timeZone,
        })
      } catch (error) {
        if (error instanceof SourceError) throw new HttpError('store-down')
        throw error
      } finally {
        client.close()
      }
    },
  }
}

/** Rows of other sources, such as CSV files, are classified by the source itself. */
async function followsMapping(queries: Queries): Promise<boolean> {
  const kind = await dataKind(queries)
  return kind === undefined || kind === 'demo' || kind === 'woocommerce'
}

/** Throws a 400 that lists every mistake. */
function parsed(given: unknown): Mapping {
  const result = mappingSchema.safeParse(given ?? {})
  if (result.success) return result.data
  const errors = result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => fieldError(pathOf([...issue.path, key]), 'mapping-unknown'))
      : [{ path: pathOf(issue.path), message: issue.message }],
  )
  throw new HttpError('bad-request', { errors })
}

const pathOf = (path: readonly PropertyKey[]): string => ['mapping', ...path.map(String)].join('.')

const fields = z.record(z.string(), z.unknown())

/** Only differences are stored, so that unchanged parts follow the defaults of later versions. */
function withoutDefaults(mapping: Mapping): Record<string, unknown> {
  const defaults = fields.parse(DEFAULT_MAPPING)
  return Object.fromEntries(
    Object.entries(mapping).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(entryOf(defaults, name)),
    ),
  )
}
