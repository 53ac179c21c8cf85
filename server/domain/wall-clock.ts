/** Turns the UTC time 'YYYY-MM-DDTHH:MM:SS' into the local time 'YYYY-MM-DD HH:MM:SS'. */
export type WallClock = (utc: string) => string

/** Formatting is slow, so offsets are cached in blocks of ten minutes, within which no zone changes its clocks. */
const MAX_CACHED = 20_000

export function wallClock(timeZone: string): WallClock {
  // The Swedish format is 'YYYY-MM-DD HH:MM:SS'.
  const formatter = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const offsets = new Map<string, number>()
  return (utc) => {
    const instant = Date.parse(`${utc.slice(0, 10)}T${utc.slice(11, 19)}Z`)
    const block = utc.slice(0, 15)
    let offset = offsets.get(block)
    if (offset === undefined) {
      offset = Date.parse(`${formatter.format(instant).replace(' ', 'T')}Z`) - instant
      if (offsets.size >= MAX_CACHED) offsets.clear()
      offsets.set(block, offset)
    }
    return new Date(instant + offset).toISOString().slice(0, 19).replace('T', ' ')
  }
}
