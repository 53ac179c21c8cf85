// Personal data of one person: exported and deleted by accounts that may see personal data and change settings.
import { column } from '#contract/columns.ts'
import { ELSEWHERE, forgetPersonCall, type PersonData, personData } from '#contract/people.ts'
import type { AdminApp } from '#server/http/app.ts'
import { audit, auditedChange } from '#server/http/audit.ts'
import { HttpError } from '#server/http/errors.ts'
import { sendFile } from '#server/http/export/send.ts'
import { may, type Principal } from '#server/http/principal.ts'
import { callOf, envelope, register, route } from '#server/http/route.ts'
import { sendUncached } from '#server/http/send-json.ts'
import { cancelled } from '#server/store/errors.ts'
import type { Queries } from '#server/store/store.ts'

type Sections = PersonData['sections']

export interface PeopleDeps {
  readonly dataOf: (email: string) => Promise<Sections>
  /** `also` runs in the same transaction with the person's pseudonym. */
  readonly forget: (
    email: string,
    also: (tx: Queries, pseudonym: string) => Promise<void>,
  ) => Promise<{ customers: number; orders: number }>
  readonly isInUse: (email: string) => Promise<boolean>
}

export function peopleRoutes(app: AdminApp, { dataOf, forget, isInUse }: PeopleDeps): void {
  const { store, now } = app

  register(app, personData, async (request, reply) => {
    const { body, principal } = callOf<typeof personData>(request)
    assertPersonal(principal)
    /** Audited once there is something to send: a refused export is none. */
    const exported = async (): Promise<Sections> => {
      const sections = await dataOf(body.email)
      if (request.callerLeft.aborted) throw cancelled()
      // An e-mail that is not found must not be stored because somebody asked for it.
      const subject = sections.length > 0 ? body.email : ''
      const change = { action: 'person.export' as const, subject, after: { format: body.format } }
      await auditedChange(store, (tx) => audit(tx, principal, change, now()))
      return sections
    }
    if (body.format === 'xlsx')
      return sendFile(app, request, reply, async () => ({
        columns: COLUMNS,
        batches: valuesOf(await exported()),
        name: 'datos_de_una_persona',
        format: 'xlsx',
      }))
    const data = { sections: await exported(), elsewhere: ELSEWHERE }
    return sendUncached(request, reply, envelope(personData, { data }))
  })

  route(app, forgetPersonCall, async ({ body, principal }) => {
    assertPersonal(principal)
    const { customers, orders } = await forget(body.email, (tx, subject) =>
      audit(tx, principal, { action: 'person.forget', subject }, now()),
    )
    return {
      customers,
      orders,
      account_in_use: await isInUse(body.email),
      elsewhere: [...ELSEWHERE],
    }
  })
}

function assertPersonal(principal: Principal): void {
  if (!may(principal, 'personal-data')) throw new HttpError('forbidden')
}

const COLUMNS = [
  column('table', 'Tabla'),
  column('row', 'Fila', 'integer'),
  column('field', 'Campo'),
  column('value', 'Valor'),
]

async function* valuesOf(sections: Sections) {
  for (const { title, rows } of sections)
    yield rows.flatMap((row, index) =>
      Object.entries(row).map(([field, value]) => ({
        table: title,
        row: index + 1,
        field,
        value: value === null ? '' : String(value),
      })),
    )
}
