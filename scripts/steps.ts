// Runs the steps of a script: prints one line per step with its time and result, and the output of a step that fails.
import { type ChildProcess, spawn } from 'node:child_process'
import { ROOT } from './root.ts'

export interface Step {
  readonly name: string
  /** A script for this Node, with its arguments. */
  readonly command: readonly [string, ...string[]]
  readonly env?: Readonly<Record<string, string>>
}

const terminal = process.stdout.isTTY === true

const paint = (code: number, text: string) => (terminal ? `\x1b[${code}m${text}\x1b[0m` : text)
export const green = (text: string) => paint(32, text)
export const red = (text: string) => paint(31, text)
export const bold = (text: string) => paint(1, text)

/** Colours only for a terminal; many tools also colour when they see CI. */
export function childEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _, ...env } = process.env
  return { ...env, ...(terminal ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }), ...extra }
}

const running = new Set<ChildProcess>()

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

const result = (passed: boolean, name: string, began: number) => {
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  return `${passed ? green('ok    ') : red('failed')}  ${name.padEnd(28)} ${seconds} s`
}

/** Runs a step and shows its output only when it fails. Resolves to whether it passed. */
export async function runStep(step: Step, say: (line: string) => void = console.log): Promise<boolean> {
  const began = performance.now()
  const { child, ended } = launch(step, 'pipe')
  const output: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk))
  const passed = await ended
  say(result(passed, step.name, began))
  if (!passed) say(`\n${Buffer.concat(output).toString().trim()}\n`)
  return passed
}

/** Runs a step and shows its output as it comes. Resolves to whether it passed. */
export async function showStep(step: Step): Promise<boolean> {
  const began = performance.now()
  const passed = await launch(step, 'inherit').ended
  console.log(result(passed, step.name, began))
  return passed
}
