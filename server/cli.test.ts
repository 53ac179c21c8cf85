// The command line and the server as real processes: their output and exit codes.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import { afterAll, describe, expect, test } from 'vitest'
import { VERSION } from './config/version.ts'
import { overloaded } from './store/errors.ts'
import { plainSentence } from './terminal/failures.ts'

const ROOT = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'gondola-cli-'))
const started = new Set<ChildProcess>()
afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

interface Ended {
  code: number
  output: string
}

const environment = (more: Record<string, string> = {}) => {
  const own = Object.entries(process.env).filter(([name]) => !/^(GONDOLA_|HOST$|PORT$)/.test(name))
  return { ...Object.fromEntries(own), PORT: '0', ...more }
}

function gondola(
  argv: string[],
  more: Record<string, string> = {},
  input = '',
  cwd = folder,
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(ROOT, 'server/cli.ts'), ...argv],
      { env: environment(more), cwd },
      (error, stdout, stderr) => {
        const code = error ? Number(error.code ?? 1) : 0
        resolve({ code, output: stdout + stderr })
      },
    )
    child.stdin?.end(input)
  })
}

/** Starts a server. */
async function serve(more: Record<string, string>) {
  const child = spawn(process.execPath, [join(ROOT, 'server/cli.ts'), 'start'], {
    env: environment(more),
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.add(child)
  let output = ''
  const ready = Promise.withResolvers<string>()
  const collect = (chunk: Buffer) => {
    output += chunk
    const address = /lista en (http:\S+)/.exec(output)?.[1]
    if (address) ready.resolve(address)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code) => {
      ready.reject(new Error(output))
      resolve({ code: code ?? -1, output })
    }),
  )
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return ended
  }
  /** What reads its log ends, as `| head` does. */
  const leaveLog = () => child.stderr.destroy()
  return { address: await ready.promise, stop, leaveLog, pid: child.pid }
}

const dataDir = (name: string) => join(folder, name)

// Each test starts several processes.
describe('gondola', { timeout: 120_000 }, () => {
  test('prints help and version', async () => {
    const [help, version, nothing, unknown] = await Promise.all([
      gondola(['--help']),
      gondola(['--version']),
      gondola([]),
      gondola(['fly']),
    ])
    expect(help.code).toBe(0)
    for (const command of ['start', 'import woocommerce', 'demo', 'user'])
      expect(help.output).toContain(`gondola ${command}`)
    expect(help.output).not.toContain('mapping.json')
    expect(version).toEqual({ code: 0, output: `${VERSION}\n` })
    expect([nothing.code, unknown.code]).toEqual([2, 2])
    expect(unknown.output).toContain('no hay un comando «fly»')
    expect((await gondola(['user', '--nope'])).code).toBe(2)
    const half = await gondola(['import', '--help'])
    expect(half.code).toBe(0)
    expect(half.output).toContain('mapping.json')
    expect(Math.max(...half.output.split('\n').map((line) => line.length))).toBeLessThan(120)
    expect(half.output).not.toContain('gondola demo')
  })

  test('names the variables with configuration errors', async () => {
    const { code, output } = await gondola(['start'], { PORT: 'cuatro', GONDOLA_TIME_ZONE: 'Marte' })
    expect(code).toBe(1)
    expect(output).toMatch(/La configuración tiene 2 errores/)
    expect(output).toMatch(/PORT .*\n\s+GONDOLA_TIME_ZONE /)
    expect(output).not.toMatch(/\s+at .*\.ts:/)
  })

  test.each(['utf8', 'utf16le'] as const)('reads a .env that Windows saved as %s', async (encoding) => {
    const cwd = mkdtempSync(join(folder, 'windows-'))
    const lines = ['\uFEFFGONDOLA_TIME_ZONE=Marte', 'GONDOLA_MEMORY="mucho"', '']
    writeFileSync(join(cwd, '.env'), lines.join('\r\n'), encoding)
    const { code, output } = await gondola(['backup', 'list'], {}, '', cwd)
    expect(code, output).toBe(1)
    expect(output).toMatch(/GONDOLA_MEMORY .*\n\s+GONDOLA_TIME_ZONE /)
  })

  test('passes no control characters of a file on to the terminal', async () => {
    const orders = join(folder, 'coloured.csv')
    const [red, shortRed] = ['\u001b[31m', '\u009b31m']
    const titles = 'Pedido;Fecha;Estado;Producto;Cantidad;Total'
    writeFileSync(orders, `${titles}\n1;21/10/2026;${red}rojo${shortRed};Alfajor;1;100,00\n`)
    const { code, output } = await gondola(['import', 'csv', orders], {
      GONDOLA_DATA_DIR: dataDir('coloured'),
    })
    expect(code, output).toBe(1)
    expect(output).toMatch(/statuses, \S*rojo\S*: /)
    expect(output).not.toMatch(/[^\P{Cc}\n\t]/u)
  })

  test('says that it cannot read .env', async () => {
    const cwd = mkdtempSync(join(folder, 'unreadable-'))
    mkdirSync(join(cwd, '.env'))
    for (const argv of [['start'], ['backup', 'list']])
      expect(await gondola(argv, {}, '', cwd)).toEqual({
        code: 1,
        output: expect.stringMatching(/^gondola: no se puede leer el archivo .*\.env \(EISDIR\)[^\n]*\n$/),
      })
  })

  test('explains a failed start in one sentence', async () => {
    writeFileSync(dataDir('a-file'), '')
    const { code, output } = await gondola(['start'], { GONDOLA_DATA_DIR: dataDir('a-file') })
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(output).toContain('GONDOLA_DATA_DIR')
    const nowhere = await gondola(['start'], {
      GONDOLA_DATABASE_URL: 'postgres://ana:clave@127.0.0.1:1/sales',
    })
    expect(nowhere.output.trim()).toMatch(
      /^gondola: no se llega a PostgreSQL en 127.0.0.1:1\/sales .*revisar[^\n]*$/,
    )
    expect(plainSentence(overloaded())).toMatch(/volver a intentar/)
  })

  test('a server answers, executes commands, locks its file and port, and stops gracefully', async () => {
    const data = dataDir('shop')
    mkdirSync(data)
    const made = await gondola(['demo', '--orders', '50', '--months', '2'], { GONDOLA_DATA_DIR: data })
    expect(made.code, made.output).toBe(0)
    const typed = 'una clave tecleada'
    const user = await gondola(
      ['user', 'Marta@example.com', '--password-stdin'],
      { GONDOLA_DATA_DIR: data },
      `${typed}\n`,
    )
    expect(user).toEqual({ code: 0, output: 'La cuenta marta@example.com está creada.\n' })

    const server = await serve({ GONDOLA_DATA_DIR: data })
    expect(await (await fetch(`${server.address}/api/health`)).json()).toMatchObject({ data: { ok: true } })
    const send = async (path: string, body: object, token = '') => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      const response = await fetch(server.address + path, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      expect(response.status, path).toBe(200)
      const { data } = (await response.json()) as {
        data: Record<'access_token' | 'secret' | 'token', string>
      }
      return data
    }
    const login = () => send('/api/login', { email: 'marta@example.com', password: typed })
    const { access_token } = await login()
    const started = await send('/api/account/second-factor/start', {}, access_token)
    const code = new TOTP({ secret: started.secret }).generate()
    await send('/api/account/second-factor', { token: started.token, code }, access_token)
    expect(Object.keys(await login())).toEqual(['second_factor'])
    const reset = await gondola(
      ['user', 'marta@example.com', '--password-stdin', '--reset-second-factor'],
      { GONDOLA_DATA_DIR: data },
      `${typed}\n`,
    )
    expect(reset.output).toContain('Entra sin segundo factor')
    expect(Object.keys(await login())).toContain('access_token')
    const executed = await gondola(
      ['user', 'otra@example.com', '--password-stdin'],
      { GONDOLA_DATA_DIR: data },
      `${typed}\n`,
    )
    expect(executed).toMatchObject({ code: 0 })
    expect(executed.output).toContain('La cuenta otra@example.com está creada.')
    expect(executed.output).not.toContain(typed)

    const second = await gondola(['demo', '--orders', '1000'], { GONDOLA_DATA_DIR: data })
    expect(second.code).toBe(1)
    expect(second.output).toMatch(/PID \d+/)

    const { port } = new URL(server.address)
    const crowded = await gondola(['start'], {
      GONDOLA_DATA_DIR: dataDir('other'),
      PORT: port,
      ...WITHOUT_DEMO,
    })
    expect(crowded.code).toBe(1)
    expect(crowded.output).toContain(`el puerto ${port} de 127.0.0.1 ya está en uso`)

    server.leaveLog()
    // Each call writes a line.
    for (let calls = 0; calls < 3; calls++) await login()
    const stopped = await server.stop()
    expect(stopped.code).toBe(0)
    expect(stopped.output).not.toContain(typed)
    for (const name of readdirSync(data))
      expect([name, statSync(join(data, name)).mode & 0o077]).toEqual([name, 0])
    const again = await gondola(['user', 'marta@example.com'], { GONDOLA_DATA_DIR: data })
    expect(again.output).toMatch(/tiene una contraseña nueva\.\nContraseña: ([a-z2-9]{5}-){3}/)
  })

  test('starts with a first account although the configured shop does not respond', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const address = closed.address()
    const port = typeof address === 'object' ? address?.port : 0
    await new Promise((resolve) => closed.close(resolve))
    const server = await serve({
      GONDOLA_DATA_DIR: dataDir('empty'),
      GONDOLA_MEMORY: '768MiB',
      GONDOLA_ADMIN_EMAIL: 'duena@example.com',
      GONDOLA_ADMIN_PASSWORD: 'una clave del entorno',
      ...WITHOUT_DEMO,
      GONDOLA_WOOCOMMERCE_URL: `http://127.0.0.1:${port}`,
    })
    expect((await fetch(`${server.address}/api/health`)).status).toBe(200)
    if (process.platform === 'linux')
      expect(readFileSync(`/proc/${server.pid}/cmdline`, 'utf8')).toMatch(/--max-old-space-size=2\d\d\0/)
    // A request that never ends, and a terminal that is closed.
    const half = connect(Number(new URL(server.address).port), '127.0.0.1')
    half.write(
      'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
    )
    await once(half, 'connect')
    expect((await fetch(`${server.address}/api/health`)).status).toBe(200)
    const { code, output } = await server.stop('SIGHUP')
    expect(code).toBe(0)
    expect(output).toContain('Primera cuenta: duena@example.com')
    expect(output).not.toContain('una clave del entorno')
    expect(output).not.toContain('cs_secreta')
  })
})

/** With a configured shop, the server generates no demo. */
const WITHOUT_DEMO = {
  GONDOLA_WOOCOMMERCE_URL: 'http://127.0.0.1:9',
  GONDOLA_WOOCOMMERCE_KEY: 'ck_clave',
  GONDOLA_WOOCOMMERCE_SECRET: 'cs_secreta',
}
