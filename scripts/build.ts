// Builds the web application into dist/web when its sources have changed, with precompressed br and gz files.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { ROOT } from './root.ts'

const OUTPUT = join(ROOT, 'dist/web')
const STAMP = join(ROOT, 'dist/web.sources')
const SOURCES = [
  ...['web/**', 'contract/**', 'vite.config.ts', 'scripts/early-script.ts', 'scripts/licences.ts'],
  ...['package-lock.json', 'THIRD_PARTY_NOTICES.md'],
]
const COMPRESSIBLE = new Set(['.js', '.css', '.html', '.svg', '.json', '.txt', '.webmanifest'])
const WORTH_COMPRESSING = 1024

/** Hash of the names and contents of all build inputs. Contents instead of times, so that a checkout causes no rebuild. */
function hashSources(): string {
  const hash = createHash('sha256')
  const entries = globSync(SOURCES, { cwd: ROOT, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
  for (const file of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
    hash.update(`${file.slice(ROOT.length)}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

const isBuilt = (hash: string) =>
  existsSync(join(OUTPUT, 'index.html')) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash

/** Builds in a child process, so that the server does not keep the memory of the build. */
export async function ensureWebBuild(say: (line: string) => void): Promise<void> {
  if (isBuilt(hashSources())) return
  say('armando la aplicación web…')
  const began = Date.now()
  const child = spawn(process.execPath, [import.meta.filename], { cwd: ROOT, stdio: 'inherit' })
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error('No se pudo armar la aplicación web; arriba está el motivo.')
  say(`aplicación web lista en ${((Date.now() - began) / 1000).toFixed(1)} s`)
}

async function compress(folder: string): Promise<void> {
  const entries = globSync('**', { cwd: folder, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)))
  await Promise.all(
    files.map(async (entry) => {
      const file = join(entry.parentPath, entry.name)
      const content = await readFile(file)
      if (content.length < WORTH_COMPRESSING) return
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }))
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}

/** Builds into a temporary folder and swaps it at the end, so that a running server never serves an incomplete build. */
async function build(): Promise<void> {
  // Test runners set NODE_ENV=test, which would bundle the development build of React.
  process.env.NODE_ENV = 'production'
  const { build: viteBuild } = await import('vite')
  const hash = hashSources()
  const fresh = `${OUTPUT}.${process.pid}`
  const old = `${fresh}.old`
  try {
    await viteBuild({
      configFile: join(ROOT, 'vite.config.ts'),
      root: join(ROOT, 'web'),
      logLevel: 'warn',
      build: { outDir: fresh, emptyOutDir: true },
    })
    await compress(fresh)
    await rm(STAMP, { force: true })
    if (existsSync(OUTPUT)) await rename(OUTPUT, old)
    await rename(fresh, OUTPUT)
    await writeFile(STAMP, hash)
  } finally {
    await rm(fresh, { recursive: true, force: true })
    await rm(old, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  if (isBuilt(hashSources())) console.log('gondola: la aplicación web ya está armada')
  else await build()
}
