// The server ends with the npm that started it, and with nobody else.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const CHILD = `
  import { endWithNpm } from ${JSON.stringify(join(import.meta.dirname, 'npm-parent.ts'))}
  const alive = setInterval(() => {}, 1000)
  process.on('SIGTERM', () => { console.log('ended'); clearInterval(alive) })
  endWithNpm(process.ppid)
  console.log(process.pid)`

/** A process under a shell that is killed, as npm does with its own; what it says until it ends. */
async function orphan(env: Record<string, string>) {
  const shell = spawn('sh', ['-c', `"$NODE" --input-type=module-typescript -e "$CODE"; true`], {
    env: { PATH: process.env.PATH, NODE: process.execPath, CODE: CHILD, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: string[] = []
  shell.stdout.setEncoding('utf8').on('data', (text: string) => said.push(...text.trim().split('\n')))
  await once(shell.stdout, 'data')
  const pid = Number(said[0])
  onTestFinished(() => {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Gone, as it should be.
    }
  })
  shell.kill('SIGKILL')
  return { pid, said, ended: once(shell.stdout, 'close') }
}

test.skipIf(process.platform === 'win32')(
  'an orphan of npm ends in order, one of a shell stays',
  async () => {
    const own = await orphan({ npm_lifecycle_event: 'start', npm_package_name: 'gondola' })
    const other = await orphan({})
    await own.ended
    expect(own.said.at(-1)).toBe('ended')
    expect(process.kill(other.pid, 0)).toBe(true)
  },
)
