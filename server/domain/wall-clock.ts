/** Turns the UTC time 'YYYY-MM-DDTHH:MM:SS' into the local time 'YYYY-MM-DD HH:MM:SS'. */
export type WallClock = (utc: string) => string

/** Formatting is slow, so blocks of ten minutes are remembered, within which no zone changes its clocks. */
const MAX_CACHED = 20_000

/** One per zone: creating a formatter is slow. */
const clocks = new Map<string, WallClock>()

export function wallClock(timeZone: string): WallClock {
  const clock = clocks.get(timeZone) ?? newClock(timeZone)
  clocks.set(timeZone, clock)
  return clock
}

function newClock(timeZone: string): WallClock {
  // The Swedish format is 'YYYY-MM-DD HH:MM:SS'.
  const formatter = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const local = (utc: string) => formatter.format(Date.parse(`${utc.slice(0, 10)}T${utc.slice(11, 19)}Z`))
  const starts = new Map<string, string>()
  return (utc) => {
    const block = utc.slice(0, 15)
    let start = starts.get(block)
    if (start === undefined) {
      start = local(`${block}0:00`)
      if (starts.size >= MAX_CACHED) starts.clear()
      starts.set(block, start)
    }
    // Few zones differ from UTC by other than whole blocks.
    return start.endsWith('0:00') ? start.slice(0, 15) + utc.slice(15, 19) : local(utc)
  }
}

/** Zones of different names that show the same time now are treated as equal. */
export function differentZones(shopZone: string | undefined, ours: string, now: string): boolean {
  if (shopZone === undefined || shopZone === ours) return false
  try {
    return wallClock(shopZone)(now) !== wallClock(ours)(now)
  } catch {
    // For a zone unknown to this machine, the dates of the orders reveal a difference.
    return false
  }
}
