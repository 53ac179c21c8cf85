import { importShop } from '#server/ingest/import.ts'
import { importVerdict } from '#server/ingest/import-report.ts'
import { reportLines } from '#server/ingest/import-text.ts'
import { type Source, SourceError } from '#server/ingest/source.ts'
import type { Store } from '#server/store/store.ts'
import { type CommandContext, CommandError, usageError } from './command.ts'

/** Throws a usage error for an invalid currency code. */
export function checkCurrency(currency: string | undefined): void {
  if (currency !== undefined && !/^[A-Za-z]{3}$/.test(currency))
    throw usageError('--currency: tiene que ser un código de tres letras, como ARS')
}

export async function runImport(
  context: CommandContext,
  openSource: (store: Store) => Promise<Source>,
  currency?: string,
): Promise<number> {
  const { config, progress, say } = context
  const work = async (store: Store) => {
    const source = await openSource(store)
    try {
      const options = { store, source, timeZone: config.timeZone, progress, say }
      const report = await importShop({ ...options, ...(currency !== undefined && { currency }) })
      for (const line of reportLines(report)) say(line)
      return importVerdict(report) === 'failed' ? 1 : 0
    } finally {
      progress.done()
      source.close()
    }
  }
  return context.withStore(work, { creates: true })
}

/** Turns errors of a source into messages for the terminal. */
export async function withSourceErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SourceError) throw new CommandError(error.message)
    throw error
  }
}
