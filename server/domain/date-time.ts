// Validates timestamps of a source: databases reject the 30th of February and the year 206.

/** To the second, in the years 1900 to 2999. */
const MOMENT =
  /^(?:19|2\d)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[T ](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d/

export const isDateTime = (text: string): boolean => MOMENT.test(text) && isRealDay(text)

/** For a text that starts with YYYY-MM-DD. */
function isRealDay(text: string): boolean {
  const day = Number(text.slice(8, 10))
  if (day <= 28) return true
  const [year, month] = [Number(text.slice(0, 4)), Number(text.slice(5, 7))]
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}
