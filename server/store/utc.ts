import { type Sql, sql } from './sql.ts'

/** 'YYYY-MM-DD HH:MM:SS' in UTC. */
export const utcText = (time: Date): string => time.toISOString().slice(0, 19).replace('T', ' ')

export const utc = (time: Date): Sql => sql`cast(${utcText(time)} as timestamp)`
