// The server stops with the npm process that started it.
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

/** Starts a process under a shell and kills the shell, as npm does. */
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
      // It has already exited.
    }
  })
  shell.kill('SIGKILL')
  return { pid, said, ended: once(shell.stdout, 'close') }
}

test.skipIf(process.platform !== 'linux')(
  'stops after npm itself is killed and its shell lives on',
  async () => {
    const shell = '"$NODE" --input-type=module-typescript -e "$CODE"; true'
    const npm = spawn('sh', ['-c', `sh -c '${shell}'; true`], {
      env: {
        PATH: process.env.PATH,
        NODE: process.execPath,
        CODE: CHILD,
        npm_lifecycle_event: 'start',
        npm_package_name: 'gondola',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const said: string[] = []
    npm.stdout.setEncoding('utf8').on('data', (text: string) => said.push(text.trim()))
    await once(npm.stdout, 'data')
    npm.kill('SIGKILL')
    await once(npm.stdout, 'close')
    expect(said.at(-1)).toBe('ended')
  },
)

test.skipIf(process.platform === 'win32')(
  'stops gracefully after npm is killed, but not after another parent is',
  async () => {
    const own = await orphan({ npm_lifecycle_event: 'start', npm_package_name: 'gondola' })
    const other = await orphan({})
    await own.ended
    expect(own.said.at(-1)).toBe('ended')
    expect(process.kill(other.pid, 0)).toBe(true)
  },
)
