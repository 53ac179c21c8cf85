// `gondola woocommerce` in its own process, with a server that replays the recorded store.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore } from '#server/store/open.ts'
import { KEY, SECRET } from '#test/shop-server/keys.ts'
import { type StoreServer, startStoreServer } from '#test/shop-server/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'gondola-connect-'))
let shop: StoreServer
beforeAll(async () => {
  shop = await startStoreServer()
})
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

async function gondola(words: string[], input = '', more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../cli.ts'), 'woocommerce', ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH, GONDOLA_DATA_DIR: join(folder, 'data'), ...more },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  expect(output).not.toContain(SECRET)
  expect(output).not.toContain(KEY)
  return { code, output }
}

test('connects a store with keys from a pipe and creates its webhooks', {
  timeout: 120_000,
}, async () => {
  await (await openStore({ dataDir: join(folder, 'data') })).close()
  const wrong = await gondola(['connect', '--url', shop.url], `${KEY}\ncs_${'0'.repeat(40)}\n`)
  expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('no quedó conectada') })

  const delivery = 'https://gondola.example.com'
  const done = await gondola(
    ['connect', '--url', shop.url, '--delivery-url', delivery],
    `${KEY}\n${SECRET}\n`,
  )
  expect(done).toMatchObject({ code: 0, output: expect.stringContaining('las claves quedan cifradas') })
  expect(done.output.match(/activo/g)).toHaveLength(15)
  expect(new Set(shop.webhooks.kept.map(({ delivery_url }) => delivery_url))).toEqual(
    new Set([`${delivery}/api/webhooks/woocommerce`]),
  )
  const key = join(folder, 'data/secret.key')
  if (process.platform !== 'win32') expect(statSync(key).mode & 0o777).toBe(0o600)
  const file = readFileSync(join(folder, 'data/gondola.duckdb'), 'latin1')
  expect([file.includes(SECRET), file.includes(KEY)]).toEqual([false, false])

  Object.assign(shop.webhooks.kept[0] ?? {}, { status: 'disabled' })
  const state = await gondola(['status'])
  expect(state).toMatchObject({
    code: 0,
    output: expect.stringContaining(`clave …${KEY.slice(-4)} (guardada)`),
  })
  expect(state.output).toMatch(/order\.created +desactivado por la tienda +sin entregas/)
})
