// Letter case is folded by the product, not by the locale of a database: DuckDB and PostgreSQL of any locale answer alike.
import { expect, onTestFinished, test } from 'vitest'
import { forgetPerson } from '#server/ingest/forget-person.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { openStore } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { fillShop } from '../fixtures/open-small-shop.ts'
import { smallShop } from '../fixtures/small-shop.ts'
import { testApp } from './app.ts'
import { testEngine } from './engines.ts'
import { icuLocale, remadeDatabase } from './remade-database.ts'

const duckdb = testEngine('duckdb')
const postgres = testEngine('postgres')

async function inLocale(locale: string): Promise<Store> {
  const store = await openStore({ databaseUrl: await remadeDatabase(postgres, icuLocale(locale)) })
  onTestFinished(() => store.close())
  return store
}

const PLACES: readonly (readonly [string, () => Promise<Store>])[] = [
  ['DuckDB', () => duckdb.open()],
  ['PostgreSQL in C', () => postgres.open()],
  ['PostgreSQL in Spanish', () => inLocale('es')],
  ['PostgreSQL in Turkish', () => inLocale('tr')],
]

const [ANA] = smallShop.customers
const EMAIL = 'íñigo.ilié@ejemplo.test'
const shop = {
  ...smallShop,
  customers: [
    ...smallShop.customers,
    { ...ANA!, customer_id: 91, role: 'ñandú', company: '', email: EMAIL, month: '2026-05' },
    { ...ANA!, customer_id: 92, role: 'interior', company: '', email: 'otra@ejemplo.test', month: '2026-05' },
  ],
}

test.each(PLACES)('%s finds role labels and forgets accented addresses in any case', async (_, open) => {
  const store = await fillShop(await open(), shop)
  await store.run(sql`
    insert into notes (note_id, user_id, from_date, to_date, text, created_at, changed_at)
    values (1, 1, '2026-05-01', '2026-05-01', ${`Llamó ${EMAIL.toUpperCase()} por su caja`}, '2026-05-01', '2026-05-01'),
      (2, 1, '2026-05-01', '2026-05-01', 'Otra nota', '2026-05-01', '2026-05-01')`)
  const app = await testApp(store)
  onTestFinished(() => app.close())
  for (const label of ['Ñandú', 'Interior']) {
    const answer = await app.get(
      `/api/customers/registered/${encodeURIComponent(label)}?start_date=2026-05`,
      'superAdmin',
    )
    expect(answer.json().data, label).toHaveLength(1)
  }
  await forgetPerson(store, { email: EMAIL }, new Date('2026-06-10T12:00:00Z'), async () => {})
  await rebuildDirtyMonths(store)
  const texts = await store.all<{ text: string }>(sql`select text from notes order by note_id`)
  expect(texts.map(({ text }) => text.toLowerCase())).toEqual([
    expect.not.stringContaining('ejemplo.test'),
    'otra nota',
  ])
})
