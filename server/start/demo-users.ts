// Accounts to try the demo with: a superAdmin, an admin, and a role limited to a few distributors.
import { z } from 'zod'
import { createAccount, createRole } from '#server/features/account/accounts.ts'
import { generatePassword, hashPassword } from '#server/features/account/passwords.ts'
import { DEMO_USERS } from '#server/ingest/data-source.ts'
import { readSetting, writeSetting } from '#server/store/settings.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'

const demoUser = z.object({
  email: z.string(),
  name: z.string(),
  role: z.string(),
  password: z.string(),
})

export type DemoUser = z.infer<typeof demoUser>

const SCOPED_ROLE = 'Zona Córdoba'
const PEOPLE = [
  { email: 'ana@demo.example', name: 'Ana Molina', role: 'superAdmin' },
  { email: 'bruno@demo.example', name: 'Bruno Paz', role: 'admin' },
  { email: 'carla@demo.example', name: 'Carla Sosa', role: SCOPED_ROLE },
] as const

/** The users of this store's demo data; empty if it holds none. */
export async function demoUsers(queries: Queries): Promise<DemoUser[]> {
  const known = z.array(demoUser).safeParse(await readSetting(queries, DEMO_USERS))
  return known.success ? known.data : []
}

/**
 * Creates the users once and returns them with their generated password, which is stored in plain text: it protects
 * invented data only. The import of a real store deletes the users.
 */
export async function addDemoUsers(tx: Queries, now = new Date()): Promise<DemoUser[]> {
  const known = await demoUsers(tx)
  if (known.length > 0) return known
  const password = generatePassword()
  const hash = await hashPassword(password)
  await createRole(tx, {
    name: SCOPED_ROLE,
    permissions: ['view:scorecard', 'view:products', 'view:distributors', 'view:orders', 'export'],
    dist_ids: await largestOf(tx, 'CÓRDOBA'),
  })
  const created: DemoUser[] = []
  for (const person of PEOPLE)
    if (await createAccount(tx, { ...person, hash }, now)) created.push({ ...person, password })
  await writeSetting(tx, DEMO_USERS, created)
  return created
}

/** The distributors with the most accounts in a province. */
async function largestOf(queries: Queries, province: string): Promise<string[]> {
  const rows = await queries.all<{ dist_id: string }>(sql`
    select dist_id from customers where province = ${province} and dist_id <> '0'
    group by dist_id order by count(*) desc, dist_id limit 4`)
  return rows.map(({ dist_id }) => dist_id)
}
