// Over https the keys are sent as Basic authentication, and only to a store with a trusted certificate.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { chain, selfSigned } from './shop-server/certificate.ts'
import { KEY, SECRET } from './shop-server/keys.ts'
import { SAMPLE_ORDERS } from './shop-server/recordings.ts'
import { startSampleServer } from './shop-server/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'gondola-https-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function run(url: string, more: Record<string, string> = {}) {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../server/cli.ts'), 'import', 'woocommerce'],
    {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        GONDOLA_DATA_DIR: join(folder, 'data'),
        GONDOLA_WOOCOMMERCE_URL: url,
        GONDOLA_WOOCOMMERCE_KEY: KEY,
        GONDOLA_WOOCOMMERCE_SECRET: SECRET,
        ...more,
      },
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  const [code] = await once(child, 'close')
  return { code, output }
}

test('imports over https once its certificate is trusted, and reveals no key', async () => {
  const certificate = selfSigned()
  const server = await startSampleServer(certificate)
  const trusted = join(folder, 'certificate.pem')
  writeFileSync(trusted, certificate.cert)
  try {
    const refused = await run(server.url)
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringMatching(/certificado .* no es de confianza .*GONDOLA_STORE_CA_FILE/),
    })
    expect(server.asked).toEqual([])

    const wrong = await run(server.url, {
      GONDOLA_STORE_CA_FILE: trusted,
      GONDOLA_WOOCOMMERCE_SECRET: 'cs_wrong',
    })
    expect(wrong).toMatchObject({
      code: 1,
      output: expect.stringContaining('revisá GONDOLA_WOOCOMMERCE_KEY'),
    })

    const count = SAMPLE_ORDERS.toLocaleString('es-AR')
    // Also from .env, which Node itself reads too late for NODE_EXTRA_CA_CERTS.
    writeFileSync(join(folder, '.env'), `GONDOLA_STORE_CA_FILE=${trusted}\n`)
    const whole = await run(server.url)
    expect(whole).toMatchObject({
      code: 0,
      output: expect.stringMatching(new RegExp(`Órdenes +${count} leídas, ${count} escritas`)),
    })
    for (const { output } of [refused, wrong, whole]) {
      expect(output).not.toContain(SECRET)
      expect(output).not.toContain(KEY)
    }
    expect(server.asked.some(({ query }) => /ck_|cs_/.test(String(query)))).toBe(false)
  } finally {
    await server.close()
  }
}, 120_000)

test('names the part of the chain that is missing, where no pasted certificate helps', async () => {
  const { root, intermediate, leaf } = chain()
  const file = (name: string, pem: string) => {
    writeFileSync(join(folder, name), pem)
    return { GONDOLA_STORE_CA_FILE: join(folder, name) }
  }
  const missing = {
    code: 1,
    output: expect.stringMatching(/Falta un certificado de la cadena.*fullchain.*va la raíz/),
  }
  const short = await startSampleServer(leaf)
  expect(await run(short.url)).toMatchObject(missing)
  expect(await run(short.url, file('root.pem', root.cert))).toMatchObject(missing)
  await short.close()
  const whole = await startSampleServer({ key: leaf.key, cert: leaf.cert + intermediate.cert })
  for (const pasted of [intermediate, leaf])
    expect(await run(whole.url, file('pasted.pem', pasted.cert))).toMatchObject(missing)
  expect(await run(whole.url, file('root.pem', root.cert))).toMatchObject({ code: 0 })
  await whole.close()
}, 120_000)
