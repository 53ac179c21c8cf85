// A test's own PostgreSQL database, made again with other settings.
import pg from 'pg'
import { inject } from 'vitest'
import type { TestEngine } from './engines.ts'

/** `settings`: of `create database`, such as "encoding 'LATIN1' locale 'C'". Returns its address. */
export async function remadeDatabase(engine: TestEngine, settings: string): Promise<string> {
  const { databaseUrl = '' } = await engine.place()
  const name = new URL(databaseUrl).pathname.slice(1)
  const server = new pg.Client({ connectionString: inject('postgres').url })
  await server.connect()
  await server.query(`drop database ${name}`)
  await server.query(`create database ${name} template template0 ${settings}`)
  await server.end()
  return databaseUrl
}

export const icuLocale = (locale: string): string =>
  `encoding 'UTF8' locale_provider icu icu_locale '${locale}' locale 'C'`
