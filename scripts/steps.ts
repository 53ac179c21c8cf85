// Runs a script's steps: each one's words kept until it ends, then one line with its time and result.
import { type ChildProcess, spawn } from 'node:child_process'
import { ROOT } from './root.ts'

export interface Step {
  readonly name: string
  /** A script, run by this Node, with its arguments. */
  readonly command: readonly [string, ...string[]]
  readonly env?: Readonly<Record<string, string>>
}

const terminal = process.stdout.isTTY === true

const paint = (code: number, text: string) => (terminal ? `\x1b[${code}m${text}\x1b[0m` : text)
export const green = (text: string) => paint(32, text)
export const red = (text: string) => paint(31, text)
export const bold = (text: string) => paint(1, text)

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** Colours only for a terminal: many tools also colour when they see CI. */
export function childEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _, ...env } = process.env
  return { ...env, ...(terminal ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }), ...extra }
}

const running = new Set<ChildProcess>()

/** Ends what this script started when the script is asked to end. */
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal)
    process.exitCode = 130
  })
}

function launch(step: Step, stdio: 'inherit' | 'pipe') {
  const child = spawn(process.execPath, step.command, {
    cwd: ROOT,
    env: childEnvironment(step.env),
    stdio: ['ignore', stdio, stdio],
  })
  running.add(child)
  const ended = new Promise<boolean>((resolve) => {
    child.once('error', (error) => {
      console.error(error.message)
      resolve(false)
    })
    child.once('close', (code) => resolve(code === 0))
  })
  return { child, ended: ended.finally(() => running.delete(child)) }
}

/** Runs a step quietly and tells how it went; its output is shown only when it fails. */
export async function runStep(step: Step): Promise<boolean> {
  const began = performance.now()
  const { child, ended } = launch(step, 'pipe')
  const words: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => words.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => words.push(chunk))
  const passed = await ended
  console.log(`${passed ? green('ok    ') : red('failed')}  ${step.name.padEnd(28)} ${seconds(began)}`)
  if (!passed) console.log(`\n${Buffer.concat(words).toString().trim()}\n`)
  return passed
}

/** Runs a step whose words are shown as they come. */
export async function showStep(step: Step): Promise<boolean> {
  const began = performance.now()
  const passed = await launch(step, 'inherit').ended
  console.log(`${passed ? green('ok    ') : red('failed')}  ${step.name.padEnd(28)} ${seconds(began)}`)
  return passed
}
