// Times as the account tables keep them: UTC text that both engines read. Feature account: may import contract, domain, store, http.
import { type Sql, sql } from '#server/store/sql.ts'

/** 'YYYY-MM-DD HH:MM:SS' in UTC. */
export const utcText = (time: Date): string => time.toISOString().slice(0, 19).replace('T', ' ')

export const utc = (time: Date): Sql => sql`cast(${utcText(time)} as timestamp)`

export const later = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * 1000)

/** Milliseconds since 1970 of a time as the store gives it. */
export const milliseconds = (text: string): number => Date.parse(`${text.slice(0, 19).replace(' ', 'T')}Z`)
