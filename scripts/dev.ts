// `npm run dev`: Vite, which reloads the page, in front of the server, which restarts when its files change.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { freePort } from './free-port.ts'
import { ROOT } from './root.ts'

const PORT = Number(process.env.PORT ?? 4000)
const HOST = process.env.HOST ?? '127.0.0.1'

const apiPort = await freePort()
process.env.GONDOLA_API = `http://127.0.0.1:${apiPort}`

const api = spawn(
  process.execPath,
  ['--watch-path=server', '--watch-path=contract', '--watch-preserve-output', 'server/main.ts'],
  {
    cwd: ROOT,
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(apiPort) },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
// The server prints its own address; people need Vite's.
api.stdout?.on('data', (output: Buffer) =>
  process.stdout.write(output.toString().replaceAll(process.env.GONDOLA_API ?? '', `http://${HOST}:${PORT}`)),
)
const web = await createServer({
  configFile: join(ROOT, 'vite.config.ts'),
  root: join(ROOT, 'web'),
  server: { host: HOST, port: PORT, strictPort: true },
  clearScreen: false,
})

async function end(code: number) {
  api.kill('SIGTERM')
  await web.close()
  process.exitCode = code
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(0))
api.once('exit', (code) => end(code ?? 0))

try {
  await web.listen()
  console.log('gondola: modo de desarrollo, recarga con cada cambio; Ctrl+C detiene ambos procesos')
} catch (error) {
  console.error(`gondola: ${error instanceof Error ? error.message : error}`)
  await end(1)
}
