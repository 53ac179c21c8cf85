// `gondola person forget`: reports what is stored about a person and deletes it on confirmation.
import { z } from 'zod'
import { accountByEmail } from '../features/account/accounts.ts'
import { audit } from '../http/audit.ts'
import { ANONYMOUS } from '../http/principal.ts'
import { countPersonRows, forgetPerson } from '../ingest/forget-person.ts'
import type { Person } from '../ingest/personal-data.ts'
import { type CommandDeps, type Output, TERMINAL } from './deps.ts'

/** Looser than an e-mail check: orders entered by hand hold addresses that no form would accept. */
export const storedEmailSchema = z
  .string()
  .max(320)
  .regex(/[^\s@]@[^\s@]/)

export const personSchema = z.union([
  z.object({ email: storedEmailSchema }),
  z.object({ customerId: z.int().positive() }),
])

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('es-AR')} ${count === 1 ? one : many}`

export async function forget(
  person: Person,
  confirmed: boolean,
  { store, now }: Pick<CommandDeps, 'store' | 'now'>,
  { say }: Output,
): Promise<void> {
  const found = await countPersonRows(store, person)
  say(`Hay ${counted(found.customers, 'cuenta', 'cuentas')} y ${counted(found.orders, 'orden', 'órdenes')}.`)
  if (!confirmed)
    return say(
      found.customers + found.orders > 0
        ? 'Nada se borró todavía: con --yes se borra, y no se puede deshacer.'
        : 'Con --yes se borra también lo que haya quedado en registros.',
    )
  await forgetPerson(store, person, now(), (tx, subject) =>
    audit(tx, { ...ANONYMOUS, email: TERMINAL }, { action: 'person.forget', subject }, now()),
  )
  say('Los datos de la persona se borraron; las cifras son las mismas.')
  say('Quedan en las copias de seguridad anteriores y en la tienda misma, donde se borran aparte.')
  if ('email' in person && (await accountByEmail(store, person.email)))
    say(
      'Además tiene una cuenta de Góndola en uso: se elimina en Configuración → Usuarios, y después se repite este comando.',
    )
}
