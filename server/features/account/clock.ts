export const addSeconds = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * 1000)

/** Milliseconds since 1970 of a UTC time from the store. */
export const milliseconds = (text: string): number => Date.parse(`${text.slice(0, 19).replace(' ', 'T')}Z`)
