// Everything that is stored about a person, table by table.
import { PERSONAL_TABLES, type PersonalTable } from '#contract/people.ts'
import { sql } from '#server/store/sql.ts'
import type { Store, Value } from '#server/store/store.ts'
import { emailPattern } from './forget-person.ts'
import { find, HELD } from './personal-data.ts'

export interface PersonSection {
  readonly key: PersonalTable
  readonly title: string
  readonly rows: Record<string, Value>[]
}

/** Tables without a row of the person are left out. */
export async function exportPerson(store: Store, email: string): Promise<PersonSection[]> {
  const found = await find(store, { email })
  const sections: PersonSection[] = []
  for (const key of Object.keys(PERSONAL_TABLES) as PersonalTable[]) {
    const { rows: which, columns, forget } = HELD[key]
    const shown = sql.join(columns.map((column) => sql.identifier(column)))
    const rows = await store.all<Record<string, Value>>(sql`
      select ${shown} from ${sql.identifier(key)} where ${which(found)} order by ${shown}`)
    const own = forget === 'replaced' && !columns.includes('order_id') ? rows.filter(isOf(found)) : rows
    if (own.length > 0) sections.push({ key, title: PERSONAL_TABLES[key], rows: own })
  }
  return sections
}

/** Whether a row belongs to the account or quotes the e-mail as a whole, not as part of a longer one. */
const isOf =
  ({ emails, userIds }: Awaited<ReturnType<typeof find>>) =>
  (row: Record<string, Value>) =>
    userIds.some((id) => id === row.user_id) ||
    emails.some((email) => emailPattern(email).test(Object.values(row).join('\n')))
