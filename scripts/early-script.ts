// Vite plugin that builds web/early.ts as a separate script of index.html and passes it the files of the home screen.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

const HOME_SCREEN = /scorecard-screen\.tsx$/

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

const chunksOf = (bundle: Bundle): Chunk[] =>
  Object.values(bundle).filter((output) => output.type === 'chunk')

/** A chunk and its static imports. */
function withImports(bundle: Bundle, chunk: Chunk | undefined, seen = new Set<Chunk>()): Set<Chunk> {
  if (!chunk || seen.has(chunk)) return seen
  seen.add(chunk)
  for (const file of chunk.imports) {
    const imported = bundle[file]
    if (imported?.type === 'chunk') withImports(bundle, imported, seen)
  }
  return seen
}

const stylesOf = ({ viteMetadata }: Chunk): string[] => [...(viteMetadata?.importedCss ?? [])]

/** Files of the home screen that the entry does not load. */
function homeFiles(bundle: Bundle): string[] {
  const chunks = chunksOf(bundle)
  const entry = withImports(
    bundle,
    chunks.find(({ isEntry }) => isEntry),
  )
  const home = chunks.find(({ facadeModuleId }) => HOME_SCREEN.test(facadeModuleId ?? ''))
  if (!home) throw new Error('The build has no home screen')
  const own = [...withImports(bundle, home)].filter((chunk) => !entry.has(chunk))
  return [...own.map(({ fileName }) => fileName), ...own.flatMap(stylesOf)].map((file) => `/${file}`)
}

async function scriptOf(root: string, files: readonly string[]): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    define: { __HOME_FILES__: JSON.stringify(files) },
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: join(root, 'early.ts'), formats: ['iife'], name: 'gondolaEarlyScript' },
    },
  })
  const [first] = Array.isArray(built) ? built : [built]
  const chunk = first && 'output' in first ? first.output[0] : undefined
  if (chunk?.type !== 'chunk') throw new Error('web/early.ts produced no script')
  return chunk.code
}

export function earlyScript(): Plugin {
  let root = ''
  let file = ''
  return {
    name: 'early-script',
    enforce: 'pre',
    configResolved(config) {
      root = config.root
    },
    async generateBundle(_, bundle) {
      const source = await scriptOf(root, homeFiles(bundle))
      file = `assets/early-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`
      this.emitFile({ type: 'asset', fileName: file, source })
    },
    transformIndexHtml: {
      order: 'post',
      // In development the browser loads the module itself.
      handler: (_, { bundle }) => [
        bundle
          ? { tag: 'script', attrs: { src: `/${file}` }, injectTo: 'head-prepend' }
          : { tag: 'script', attrs: { type: 'module', src: '/early.ts' }, injectTo: 'head-prepend' },
      ],
    },
  }
}
