// The command line and the start of the server as a person sees them: real processes, their words and exit codes.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { VERSION } from './version.ts'

const ROOT = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'gondola-cli-'))
const started = new Set<ChildProcess>()
afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

interface Ended {
  code: number
  words: string
}

const environment = (more: Record<string, string> = {}) => {
  const own = Object.entries(process.env).filter(([name]) => !/^(GONDOLA_|HOST$|PORT$)/.test(name))
  return { ...Object.fromEntries(own), PORT: '0', ...more }
}

function gondola(words: string[], more: Record<string, string> = {}, input = ''): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(ROOT, 'server/cli.ts'), ...words],
      { env: environment(more), cwd: folder },
      (error, stdout, stderr) => {
        const code = error ? Number(error.code ?? 1) : 0
        resolve({ code, words: stdout + stderr })
      },
    )
    child.stdin?.end(input)
  })
}

/** A server that runs until it is stopped. */
async function serve(more: Record<string, string>) {
  const child = spawn(process.execPath, [join(ROOT, 'server/main.ts')], {
    env: environment(more),
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.add(child)
  let words = ''
  const ready = Promise.withResolvers<string>()
  const hear = (chunk: Buffer) => {
    words += chunk
    const address = /lista en (http:\S+)/.exec(words)?.[1]
    if (address) ready.resolve(address)
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code) => {
      ready.reject(new Error(words))
      resolve({ code: code ?? -1, words })
    }),
  )
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { address: await ready.promise, stop }
}

const dataDir = (name: string) => join(folder, name)

// Half a dozen processes one after the other, on machines that do other things too.
describe('gondola', { timeout: 120_000 }, () => {
  test('helps, and says its version', async () => {
    const [help, version, nothing, unknown] = await Promise.all([
      gondola(['--help']),
      gondola(['--version']),
      gondola([]),
      gondola(['fly']),
    ])
    expect(help.code).toBe(0)
    for (const command of ['start', 'import woocommerce', 'demo', 'user'])
      expect(help.words).toContain(`gondola ${command}`)
    expect(version).toEqual({ code: 0, words: `${VERSION}\n` })
    expect([nothing.code, unknown.code]).toEqual([2, 2])
    expect(unknown.words).toContain('no hay un comando «fly»')
    expect((await gondola(['user', '--nope'])).code).toBe(2)
    const half = await gondola(['import', '--help'])
    expect(half.code).toBe(0)
    expect(half.words).toContain('gondola import woocommerce')
    expect(half.words).not.toContain('gondola demo')
  })

  test('a mistake in the configuration is told by its variable', async () => {
    const { code, words } = await gondola(['start'], { PORT: 'cuatro', GONDOLA_TIME_ZONE: 'Marte' })
    expect(code).toBe(1)
    expect(words).toMatch(/La configuración tiene 2 errores/)
    expect(words).toMatch(/PORT .*\n\s+GONDOLA_TIME_ZONE /)
    expect(words).not.toMatch(/\s+at .*\.ts:/)
  })

  test('what is in the way is one plain sentence', async () => {
    writeFileSync(dataDir('a-file'), '')
    const { code, words } = await gondola(['start'], { GONDOLA_DATA_DIR: dataDir('a-file') })
    expect(code).toBe(1)
    expect(words.trim().split('\n')).toHaveLength(1)
    expect(words).toContain('GONDOLA_DATA_DIR')
  })

  test('a server starts, is asked, holds its file and its port, and stops in order', async () => {
    const data = dataDir('shop')
    mkdirSync(data)
    const made = await gondola(['demo', '--orders', '50', '--months', '2'], { GONDOLA_DATA_DIR: data })
    expect(made.code, made.words).toBe(0)
    const typed = 'una clave tecleada'
    const user = await gondola(
      ['user', 'Marta@example.com', '--password-stdin'],
      { GONDOLA_DATA_DIR: data },
      `${typed}\n`,
    )
    expect(user).toEqual({ code: 0, words: 'La cuenta marta@example.com está creada.\n' })

    const server = await serve({ GONDOLA_DATA_DIR: data })
    expect(await (await fetch(`${server.address}/api/health`)).json()).toMatchObject({ data: { ok: true } })
    const login = await fetch(`${server.address}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'marta@example.com', password: typed }),
    })
    expect(login.status).toBe(200)
    const handed = await gondola(
      ['user', 'otra@example.com', '--password-stdin'],
      { GONDOLA_DATA_DIR: data },
      `${typed}\n`,
    )
    expect(handed).toMatchObject({ code: 0 })
    expect(handed.words).toContain('La cuenta otra@example.com está creada.')
    expect(handed.words).not.toContain(typed)

    const second = await gondola(['demo', '--orders', '1000'], { GONDOLA_DATA_DIR: data })
    expect(second.code).toBe(1)
    expect(second.words).toMatch(/PID \d+/)

    const { port } = new URL(server.address)
    const crowded = await gondola(['start'], {
      GONDOLA_DATA_DIR: dataDir('other'),
      PORT: port,
      ...WITHOUT_DEMO,
    })
    expect(crowded.code).toBe(1)
    expect(crowded.words).toContain(`el puerto ${port} de 127.0.0.1 ya está en uso`)

    const { code, words } = await server.stop()
    expect(code).toBe(0)
    expect(words).not.toContain(typed)
    for (const name of readdirSync(data))
      expect([name, statSync(join(data, name)).mode & 0o077]).toEqual([name, 0])
    const again = await gondola(['user', 'marta@example.com'], { GONDOLA_DATA_DIR: data })
    expect(again.words).toMatch(/tiene una contraseña nueva\.\nContraseña: ([a-z2-9]{5}-){3}/)
  })

  test('a configured shop that does not answer leaves a server that does, with a first account', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const address = closed.address()
    const port = typeof address === 'object' ? address?.port : 0
    await new Promise((resolve) => closed.close(resolve))
    const server = await serve({
      GONDOLA_DATA_DIR: dataDir('empty'),
      GONDOLA_ADMIN_EMAIL: 'duena@example.com',
      GONDOLA_ADMIN_PASSWORD: 'una clave del entorno',
      ...WITHOUT_DEMO,
      GONDOLA_WOOCOMMERCE_URL: `http://127.0.0.1:${port}`,
    })
    expect((await fetch(`${server.address}/api/health`)).status).toBe(200)
    const { code, words } = await server.stop()
    expect(code).toBe(0)
    expect(words).toContain('Primera cuenta: duena@example.com')
    expect(words).not.toContain('una clave del entorno')
    expect(words).not.toContain('cs_secreta')
  })
})

/** With a shop configured no demonstration is made. */
const WITHOUT_DEMO = {
  GONDOLA_WOOCOMMERCE_URL: 'http://127.0.0.1:9',
  GONDOLA_WOOCOMMERCE_KEY: 'ck_clave',
  GONDOLA_WOOCOMMERCE_SECRET: 'cs_secreta',
}
