// Checks every source file against the table of rooms.
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importsOf, localTarget, objection, ROOMS, ROOT, roomOf, sourceFiles, textOf } from './rooms.ts'

const files = sourceFiles()

/** The chain of imports from a file to zod, or undefined; files in `seen` are not followed again. */
function wayToZod(file: string, seen: Set<string>): string[] | undefined {
  seen.add(file)
  for (const { specifier, typeOnly } of importsOf(textOf(file))) {
    if (typeOnly) continue
    if (specifier === 'zod') return [file]
    const target = localTarget(file, specifier)
    if (target === undefined || seen.has(target) || !files.includes(target)) continue
    const rest = wayToZod(target, seen)
    if (rest !== undefined) return [file, ...rest]
  }
  return undefined
}

/** `file → file` for each import that is part of a cycle or connects two cycles. */
function cyclicImports(): string[] {
  const imports = new Map(
    files.map((file) => [
      file,
      importsOf(textOf(file)).flatMap(({ specifier }) => localTarget(file, specifier) ?? []),
    ]),
  )
  for (let size = 0; size !== imports.size; ) {
    size = imports.size
    const targets = new Set([...imports.values()].flat())
    for (const [file, own] of imports)
      if (!targets.has(file) || !own.some((target) => imports.has(target))) imports.delete(file)
  }
  return [...imports].flatMap(([file, own]) =>
    own.filter((target) => imports.has(target)).map((target) => `${file} → ${target}`),
  )
}

describe('rooms', () => {
  it('hold the files of the server, but for a few that start it', () => {
    expect(globSync('server/*.ts', { cwd: ROOT }).length).toBeLessThanOrEqual(8)
  })

  it('import only what the table allows', () => {
    const found = files.flatMap((file) =>
      importsOf(textOf(file)).flatMap(({ specifier }) => {
        const reason = objection(file, specifier)
        return reason === undefined ? [] : [`${file} imports ${specifier}: ${reason}`]
      }),
    )
    expect(found).toEqual([])
  })

  it('start no process where calls are answered', () => {
    const starts = (text: string) =>
      importsOf(text).some(({ specifier }) => /^(node:)?child_process$/.test(specifier))
    expect(files.filter((file) => starts(textOf(file)))).toEqual([])
    expect(starts("import { spawn } from 'node:child_process'")).toBe(true)
  })

  it('create scoped SQL only in the store, and give no feature with sales the whole store', () => {
    const naming = (text: string) => files.filter((file) => textOf(file).includes(text))
    expect(naming('new ScopedSql(')).toEqual(['server/store/sql.ts'])
    const whole = naming('AdminApp').flatMap((file) => /^server\/features\/([\w-]+)/.exec(file)?.[1] ?? [])
    const known = [
      'account',
      'alerts',
      'boards',
      'costs',
      'crons',
      'data-links',
      'deliveries',
      'imports',
      'notes',
      'notices',
      'people',
      'promises',
      'settings',
      'shop',
      'views',
      'void-decisions',
    ]
    expect([...new Set(whole)]).toEqual(known)
  })

  it('compose queries of routes by a function that checks the scope of each', () => {
    const READ_BY_ROUTES = /^server\/(alerts|features|figures|forecast|http|rollups)\//
    const COMMENT = /^\s*(\/\/|\/?\*).*$/gm
    const composed = files.filter(
      (file) =>
        READ_BY_ROUTES.test(file) &&
        /(?<![.\w])(union|intersect|except)\b(?!\s*[:.=,})])/i.test(textOf(file).replaceAll(COMMENT, '')),
    )
    expect(composed).toEqual([])
  })

  it('have no import cycles', () => {
    expect(cyclicImports()).toEqual([])
  })

  it('keep zod out of the browser', () => {
    const seen = new Set<string>()
    const inBrowser = files.filter((file) => file.startsWith('web/'))
    expect(inBrowser.length).toBeGreaterThan(100)
    const found = inBrowser.flatMap((file) =>
      seen.has(file) ? [] : (wayToZod(file, seen)?.join(' → ') ?? []),
    )
    expect(found).toEqual([])
  })

  it('contain every source file, and none is empty', () => {
    expect(files.filter((file) => roomOf(file) === undefined)).toEqual([])
    expect(
      ROOMS.filter((room) => !files.some((file) => roomOf(file) === room)).map(({ path }) => path),
    ).toEqual([])
  })

  it('have style sheets of at most 250 lines', () => {
    const sheets = globSync('web/**/*.css', { cwd: ROOT })
    expect(sheets.length).toBeGreaterThan(10)
    const lines = (sheet: string) => textOf(sheet).split('\n').length - 1
    expect(sheets.filter((sheet) => lines(sheet) > 250)).toEqual([])
  })
})

it('every class that a component names is in its style sheet', () => {
  const missing = files.flatMap((file) => {
    const text = textOf(file)
    return [...text.matchAll(/^import (\w+) from '(\S+\.module\.css)'/gm)].flatMap(
      ([, name = '', specifier = '']) => {
        const styles = textOf(localTarget(file, specifier) ?? '')
        const named = [...text.matchAll(new RegExp(`\\b${name}\\.([a-zA-Z]\\w*)`, 'g'))].map(
          ([, key = '']) => key,
        )
        return named
          .filter((key) => key !== 'module' && !new RegExp(`\\.${key}\\b`).test(styles))
          .map((key) => `${file}: ${key}`)
      },
    )
  })
  expect(missing).toEqual([])
})

/** What is imported from Mantine. */
const mantine = files
  .filter((file) => file.endsWith('.tsx'))
  .flatMap(
    (file) => /import \{([^}]*)\} from '@mantine\/core'/.exec(textOf(file))?.[1]?.split(/[\s,]+/) ?? [],
  )

it('what web/ui has is not taken from Mantine as well', () => {
  const own = ['ActionIcon', 'Alert', 'Button', 'CloseButton', 'Menu', 'NativeSelect', 'Notification'].concat(
    ['PasswordInput', 'Popover', 'Select', 'Textarea', 'TextInput', 'Tooltip', 'UnstyledButton'],
  )
  expect(mantine.filter((name) => own.includes(name))).toEqual([])
})

it('the styles of every Mantine component in use are loaded', () => {
  const styles = textOf('web/app/mantine.css')
  expect(mantine).toContain('Checkbox')
  const owning = mantine.filter((name) =>
    existsSync(join(ROOT, `node_modules/@mantine/core/styles/${name}.css`)),
  )
  expect(owning.filter((name) => !styles.includes(`/${name}.css`))).toEqual([])
})

describe('importsOf', () => {
  it('sees every form', () => {
    const text = `import a, { b } from './a.ts'
import type { C } from '#contract/c.ts'
import './effect.css'
export { d } from 'pkg'
export type { E } from "@scope/pkg/sub"
import {
  f,
} from '../f.ts'
const g = lazy(() => import('./g.tsx'))
// import no from 'comment'`
    expect(importsOf(text)).toEqual([
      { specifier: './a.ts', typeOnly: false },
      { specifier: '#contract/c.ts', typeOnly: true },
      { specifier: './effect.css', typeOnly: false },
      { specifier: 'pkg', typeOnly: false },
      { specifier: '@scope/pkg/sub', typeOnly: true },
      { specifier: '../f.ts', typeOnly: false },
      { specifier: './g.tsx', typeOnly: false },
    ])
  })

  it.each([
    [
      'server/features/scorecard/queries.ts',
      '../distributors/queries.ts',
      'server/features/* may import only',
    ],
    ['server/store/duckdb.ts', '#server/domain/facts.ts', 'server/store may import only from itself'],
    ['server/domain/facts.ts', 'zod', 'server/domain may import only no package'],
    [
      'server/ingest/import.ts',
      '#server/sources/woocommerce/client.ts',
      'server/ingest may import only from itself',
    ],
    [
      'server/sources/woocommerce/rest.ts',
      '#server/ingest/import.ts',
      'server/sources/* may import only from itself',
    ],
    ['contract/month.ts', 'node:fs', 'contract runs in the browser'],
    ['web/ui/donut.tsx', '#web/api/call.ts', 'web/ui may import only from itself'],
    ['web/app/router.tsx', '#server/app.ts', 'web may import only from itself'],
  ])('objects to %s importing %s', (file, specifier, reason) => {
    expect(objection(file, specifier)).toContain(reason)
  })

  it.each([
    ['server/features/scorecard/routes.ts', './queries.ts'],
    ['server/features/scorecard/routes.ts', '#server/http/route.ts'],
    ['server/sources/woocommerce/rest.ts', '#server/ingest/source.ts'],
    ['server/main.ts', './features/scorecard/routes.ts'],
    ['web/features/scorecard/scorecard-screen.tsx', '#web/ui/kpi-card.tsx'],
  ])('lets %s import %s', (file, specifier) => {
    expect(objection(file, specifier)).toBeUndefined()
  })
})
