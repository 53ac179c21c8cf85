// Firefox and WebKitGTK, which the browser tests' library cannot drive as Debian packages them: each opens the product's pages.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { installPackage, isExecutable } from '../../scripts/system-packages.ts'

export interface OtherBrowser {
  goto(url: string): Promise<void>
  /** The value of a function's body, run in the page. */
  run<T>(body: string): Promise<T>
  resize(width: number, height: number): Promise<void>
  /** Saves the page as A4; only Firefox can. */
  pdf(): Promise<Uint8Array>
  close(): Promise<void>
}

const onPath = (name: string) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable)

/** The path of a program, installed from the system's packages if necessary. */
export function programOf(names: readonly string[], packages: readonly string[]): string {
  const find = () => names.map(onPath).find((path) => path !== undefined)
  const help = `The test needs ${names.join(' or ')}.`
  if (find() === undefined) for (const each of packages) installPackage(each, help, console.log)
  const found = find()
  if (found === undefined) throw new Error(help)
  return found
}

/** The part of puppeteer-core that is used here; it speaks Firefox's own protocol and is installed for the nightly run alone. */
interface Puppeteer {
  launch(options: object): Promise<{
    newPage(): Promise<{
      goto(url: string): Promise<unknown>
      evaluate(script: string): Promise<unknown>
      setViewport(size: { width: number; height: number }): Promise<void>
      pdf(options: object): Promise<Uint8Array>
    }>
    close(): Promise<void>
  }>
}

export async function startFirefox(): Promise<OtherBrowser> {
  const executablePath = programOf(['firefox-esr', 'firefox'], ['firefox-esr'])
  const folder = mkdtempSync(join(tmpdir(), 'gondola-firefox-'))
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', 'puppeteer-core@24.43.1']
  const { status, stderr } = spawnSync('npm', install, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm ended with ${status}: ${stderr}`)
  const puppeteer: Puppeteer = createRequire(join(folder, 'package.json'))('puppeteer-core')
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true })
  const page = await browser.newPage()
  return {
    goto: async (url) => void (await page.goto(url)),
    run: async <T>(body: string) => (await page.evaluate(`(() => { ${body} })()`)) as T,
    // Firefox 140 takes the size, and knows no orientation.
    resize: (width, height) =>
      page.setViewport({ width, height }).catch((error: Error) => {
        if (!error.message.includes('unknown command')) throw error
      }),
    pdf: () => page.pdf({ format: 'A4' }),
    async close() {
      await browser.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const MINI_BROWSER = '/usr/{lib,libexec}/**/webkit2gtk-4.*/MiniBrowser'

/** Resolves with the first text that a program writes and that matches. */
function said(program: ChildProcess, output: 'stdout' | 'stderr' | 3, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const stream = typeof output === 'number' ? program.stdio[output] : program[output]
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const found = pattern.exec(text)?.[1]
      if (found !== undefined) resolve(found)
    })
    program.once('error', reject)
    program.once('exit', (code) => reject(new Error(`${program.spawnfile} ended with ${code}: ${text}`)))
  })
}

async function stop(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return
  program.kill('SIGTERM')
  await once(program, 'exit')
}

/** Speaks W3C WebDriver. */
export async function startWebKit(port: number): Promise<OtherBrowser> {
  const driverPath = programOf(['WebKitWebDriver'], ['webkit2gtk-driver'])
  const screenPath = programOf(['Xvfb'], ['xvfb'])
  const binary = globSync(MINI_BROWSER)[0]
  if (binary === undefined) throw new Error('The test needs the MiniBrowser of WebKitGTK.')
  const options = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const screen = spawn(screenPath, options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const display = await said(screen, 3, /(\d+)\n/)
  const driver = spawn(driverPath, [`--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, DISPLAY: `:${display}` },
    stdio: 'ignore',
  })
  const close = () => Promise.all([stop(driver), stop(screen)])
  const call = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' }
    const sent = body && { headers, body: JSON.stringify(body) }
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...sent })
    const { value } = (await response.json()) as { value: unknown }
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  try {
    await answered(() => call('GET', '/status'))
    const wanted = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } }
    const { sessionId } = (await call('POST', '/session', { capabilities: { alwaysMatch: wanted } })) as {
      sessionId: string
    }
    const session = `/session/${sessionId}`
    return {
      goto: async (url) => void (await call('POST', `${session}/url`, { url })),
      run: async <T>(script: string) =>
        (await call('POST', `${session}/execute/sync`, { script, args: [] })) as T,
      resize: async (width, height) =>
        void (await call('POST', `${session}/window/rect`, { x: 0, y: 0, width, height })),
      pdf: () => Promise.reject(new Error('WebKitGTK prints through a dialog alone')),
      async close() {
        await call('DELETE', session)
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Repeats a call until its server listens. */
async function answered(call: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await call()
      return
    } catch (error) {
      if (attempt === 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/** The words of the first cells of tables, and of legends. */
export const NAMES = `const cells = document.querySelectorAll(':is(tbody tr > :first-child, li button [title])')
  const shown = [...cells].filter((cell) => !cell.closest('[data-layer="prerendered"]')).slice(0, 12)
  return shown.flatMap((cell) => [cell, ...cell.querySelectorAll('*')])
    .flatMap(({ childNodes }) => [...childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE))
    .flatMap(({ data }) => data.trim().split(/\\s+/))`
/** Characters of a page on which nothing but a title, a number of rows or a button is printed. */
export const FEW = 70
