// `npm start`: builds the web application if it changed, then starts the server in this process.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { relaunchWithLimits } from '#server/start/relaunch.ts'
import { ensureWebBuild } from './build.ts'
import { endWithNpm } from './npm-parent.ts'
import { ROOT } from './root.ts'

const parent = process.ppid

relaunchWithLimits()

// Halves the time that later starts spend on compiling.
enableCompileCache(join(ROOT, 'node_modules/.cache/node'))

try {
  await ensureWebBuild((line) => console.log(`gondola: ${line}`))
} catch (error) {
  console.error(`gondola: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
await import('#server/main.ts')
endWithNpm(parent)
