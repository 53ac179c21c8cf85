// Runs before `npm pack`: builds the web application and the server, since Node strips no types below node_modules.
// The server keeps its modules, one file each in dist/program, so that traces name the files of the sources.
import { cpSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { ensureWebBuild } from './build.ts'
import { ROOT } from './root.ts'

const OUTPUT = join(ROOT, 'dist/program')
/** Commands are found by their file name. */
const ENTRIES = ['server/cli.ts', 'server/commands/*.ts']
/** Read at run time. */
const DATA = [
  'server/store/schema/*.sql',
  'server/features/account/common-passwords.txt',
  'server/fonts/*.ttf',
]

const filesOf = (patterns: readonly string[]) =>
  globSync([...patterns], { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'))

async function buildProgram(): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: OUTPUT,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: filesOf(ENTRIES),
        output: { preserveModules: true, preserveModulesRoot: ROOT, entryFileNames: '[name].js' },
      },
    },
  })
  cpSync(join(ROOT, 'scripts/gondola.mjs'), join(OUTPUT, 'gondola.mjs'))
  for (const file of filesOf(DATA)) cpSync(join(ROOT, file), join(OUTPUT, file))
}

await ensureWebBuild((line) => console.error(`gondola: ${line}`))
await buildProgram()
