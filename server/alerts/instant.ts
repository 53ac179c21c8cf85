import { wallClock } from '#server/domain/wall-clock.ts'

/** The instant at which the shop's clock shows 'YYYY-MM-DD HH:MM:SS'. */
export function instantOf(local: string, timeZone: string): Date {
  const asUtc = Date.parse(`${local.replace(' ', 'T')}Z`)
  const shown = Date.parse(`${wallClock(timeZone)(new Date(asUtc).toISOString()).replace(' ', 'T')}Z`)
  return new Date(asUtc - (shown - asUtc))
}
