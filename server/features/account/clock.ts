// Arithmetic on times of sessions and attempts; pure.

export const addMilliseconds = (time: Date, seconds: number): Date =>
  new Date(time.getTime() + seconds * 1000)

/** Milliseconds since 1970 of a time as the store gives it. */
export const milliseconds = (text: string): number => Date.parse(`${text.slice(0, 19).replace(' ', 'T')}Z`)
