// `gondola person forget` on a real store.
import { expect, test } from 'vitest'
import { openStore } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import { testEngine } from '#test/engines.ts'
import { callCommand } from '#test/terminal.ts'
import { SMALL_SHOP } from '../../fixtures/open-small-shop.ts'
import { readConfig } from '../config/config.ts'
import { command } from './person.ts'

const engine = testEngine('duckdb')

test('reports what is stored, deletes it with --yes, and records it in the audit trail', async () => {
  const dataDir = (await engine.place(SMALL_SHOP)).dataDir ?? ''
  const config = readConfig({ GONDOLA_DATA_DIR: dataDir })
  const forget = (...argv: string[]) => callCommand(command, argv, config)
  expect(await forget('--email', 'ana@example.com')).toEqual({
    code: 0,
    said: expect.stringMatching(/^Hay 1 cuenta y \d+ órdenes\.\nNada se borró todavía/),
  })
  expect((await forget('--email', 'Ana@Example.com', '--yes')).said).toContain('las cifras son las mismas')
  expect((await forget('--email', 'ana@example.com')).said).toMatch(
    /^Hay 0 cuentas y 0 órdenes\.\nCon --yes se borra también lo que haya quedado en registros\.$/,
  )
  for (const wrong of [[], ['--email', 'a@b.example', '--customer', '1'], ['--customer', 'x']])
    expect((await forget(...wrong)).code).toBe(2)
  expect((await forget('--email', 'no es')).code).toBe(1)
  // Orders entered by hand hold addresses that no form would accept.
  expect((await forget('--email', 'eva perez@correo,com')).code).toBe(0)

  const again = await openStore({ dataDir })
  const trail = await again.all(sql`select who, action, subject from audit`)
  await again.close()
  expect(trail).toEqual([
    {
      who: 'gondola',
      action: 'person.forget',
      subject: expect.stringMatching(/^[0-9a-f]{24}@olvidado\.invalid$/),
    },
  ])
})
