// `gondola person forget`, done by whoever has the database. May import everything on the server's side.
import { z } from 'zod'
import { accountByEmail } from '../features/account/accounts.ts'
import { audit } from '../http/audit.ts'
import { ANONYMOUS } from '../http/principal.ts'
import { forgetPerson, lookForPerson, type Person } from '../ingest/forget-person.ts'
import type { Store } from '../store/store.ts'

/** Orders hold e-mails that no form would take today: whatever is written like one can be forgotten. */
export const forgettable = z
  .string()
  .max(320)
  .regex(/[^\s@]@[^\s@]/)

export const personSchema = z.union([
  z.object({ email: forgettable }),
  z.object({ customerId: z.int().positive() }),
])

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('es-AR')} ${count === 1 ? one : many}`

export async function forget(
  person: Person,
  sure: boolean,
  { store, now }: { readonly store: Store; readonly now: () => Date },
  { say }: { say(line: string): void },
): Promise<void> {
  const found = await lookForPerson(store, person)
  say(`Hay ${counted(found.customers, 'cuenta', 'cuentas')} y ${counted(found.orders, 'orden', 'órdenes')}.`)
  const known = found.customers + found.orders > 0
  if (!sure && !known) return say('Con --yes se borra también lo que haya quedado en registros.')
  if (!sure) return say('Nada se borró todavía: con --yes se borra, y no se puede deshacer.')
  await forgetPerson(store, person, now(), (tx, subject) =>
    audit(tx, { ...ANONYMOUS, email: 'gondola' }, { action: 'person.forget', subject }, now()),
  )
  say('Los datos de la persona se borraron; las cifras son las mismas.')
  say('Quedan en las copias de seguridad anteriores y en la tienda misma, donde se borran aparte.')
  if ('email' in person && (await accountByEmail(store, person.email)))
    say('Además tiene una cuenta de Góndola: se elimina en Configuración → Usuarios.')
}
