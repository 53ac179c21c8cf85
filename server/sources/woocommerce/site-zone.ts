// WordPress's time zone: a place, or an offset from UTC, which is what a new site has.

/** '' where neither is told. */
export const siteZone = (place: string, offset: string): string => place || offsetZone(offset)

/** '-3' → '-03:00', '5.5' → '+05:30'. */
function offsetZone(offset: string): string {
  const hours = Number(offset)
  if (offset === '' || !Number.isFinite(hours)) return ''
  const minutes = Math.round(Math.abs(hours) * 60)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${hours < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
