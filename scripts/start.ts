// `npm start`: builds the web application when it changed, then serves it in this process.
import { ensureWebBuild } from './build.ts'

try {
  await ensureWebBuild((line) => console.log(`gondola: ${line}`))
} catch (error) {
  console.error(`gondola: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
await import('#server/main.ts')
