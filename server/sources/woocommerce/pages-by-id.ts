// Lists records ascending by id, page by page, without missing those that move between pages meanwhile.
import { SourceError } from '#server/ingest/source.ts'
import { hasId, idOf, type Listing, nextOffset, type ReadPage } from './rest-page.ts'
import { TEXT } from './text.ts'

export interface ById {
  /** Those that no earlier page held. */
  readonly records: readonly unknown[]
  readonly total: number
  /** Where to continue after this page. */
  readonly offset: number
  readonly lastId: number
}

interface Start {
  readonly offset: number
  readonly lastId: number
  /** Looks for records beyond the end that the shop tells. */
  readonly distrustsEnd?: boolean
}

/**
 * Deleting a record moves later ones forward, past the start of the next page. Each page therefore starts at the last record
 * returned, and goes back if that one has moved.
 */
export async function* pagesById(
  page: ReadPage,
  listing: Listing,
  start: Start = { offset: 0, lastId: 0 },
): AsyncGenerator<ById, void> {
  let { offset, lastId } = start
  let overlaps = true
  let former: readonly number[] = []
  let beyond = false
  let next = page(listing, offset)
  for (;;) {
    const listed = await next
    const { records, total, size } = listed
    const ids = records.map(idOf)
    const isRepeated = records.some(hasId) && offset > 0 && ids.join() === former.join()
    if (isRepeated && beyond) return
    if (isRepeated) throw new SourceError('unstable', TEXT.repeated(listing.path))
    if (overlaps && offset > 0 && (ids[0] ?? Number.POSITIVE_INFINITY) > lastId) {
      offset = Math.max(offset - size + 1, 0)
      next = page(listing, offset)
      continue
    }
    // Those without an id at the end of the page before come again.
    const known = overlaps ? former.length - 1 - former.findLastIndex((id) => !Number.isNaN(id)) : 0
    former = ids
    const fresh = records
      .filter((record) => !(idOf(record) <= lastId))
      .filter((record, index) => index >= known || hasId(record))
    lastId = lastIdOf(fresh, lastId, listing.path)
    const isEnd = listed.isLast && (fresh.length === 0 || !start.distrustsEnd)
    beyond = listed.isLast
    const goOn = listed.isLast ? undefined : nextOffset(offset, listed)
    overlaps = goOn !== undefined
    offset = goOn ?? offset + (records.length || size)
    if (!isEnd) {
      next = page(listing, offset)
      // Requested ahead, while the current page is written; a failure is thrown where it is awaited.
      next.catch(() => {})
    }
    if (fresh.length > 0) yield { records: fresh, total, offset, lastId }
    if (isEnd) return
  }
}

function lastIdOf(records: readonly unknown[], before: number, path: string): number {
  let last = before
  for (const record of records) {
    const id = idOf(record)
    if (id < last) throw new SourceError('unstable', TEXT.unstable(path))
    if (id > last) last = id
  }
  return last
}
