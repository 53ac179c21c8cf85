const DATE_TIME =
  /^(?:19|2\d)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[T ](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d/

/** True for 'YYYY-MM-DD HH:MM:SS' (or with a T) on a day that exists; databases refuse 30 February. */
export const isDateTime = (text: string): boolean => DATE_TIME.test(text) && isRealDay(text)

function isRealDay(text: string): boolean {
  const day = Number(text.slice(8, 10))
  if (day <= 28) return true
  const [year, month] = [Number(text.slice(0, 4)), Number(text.slice(5, 7))]
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** `at` is UTC, 'YYYY-MM-DDTHH:MM:SS'; so is the result. */
export const addSeconds = (at: string, seconds: number): string =>
  new Date(Date.parse(`${at}Z`) + seconds * 1000).toISOString().slice(0, 19)
