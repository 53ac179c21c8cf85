// Objects are never indexed by a text from outside: a role, category or payment method may be named `constructor`, which every
// object inherits. Reads the types of both projects.
import { join } from 'node:path'
import {
  type BinaryExpression,
  type ElementAccessExpression,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { API, TypeFlags } from 'typescript/unstable/sync'
import { afterAll, expect, test } from 'vitest'
import { ROOT, sourceFiles } from './rooms.ts'

/** They index rows by the columns of the program, once for each cell of a file or table, or objects that they made. */
const BY_COLUMNS = [
  'contract/entry.ts',
  'server/http/export/csv.ts',
  'server/http/export/parquet.ts',
  'server/http/export/store-times.ts',
  'server/http/export/xlsx.ts',
  'server/http/openapi.ts',
  'server/ingest/write-rows.ts',
  'server/store/audit.ts',
  'server/store/citus.ts',
  'server/store/copy.ts',
  'server/store/duckdb-values.ts',
  'server/store/postgres-copy.ts',
  'server/store/postgres-packed.ts',
]

const api = new API({ cwd: ROOT })
afterAll(() => api.close())

/** The key of `object[key]` or `key in object`. */
function keyIn(node: Node): Node | undefined {
  if (node.kind === SyntaxKind.ElementAccessExpression)
    return (node as ElementAccessExpression).argumentExpression
  const { left, operatorToken } = node as BinaryExpression
  const isIn = node.kind === SyntaxKind.BinaryExpression && operatorToken.kind === SyntaxKind.InKeyword
  return isIn ? left : undefined
}

/** Accesses of a file to objects by a key that may be any text, as they are written. */
function indexedByText({ program, checker }: Project, file: string): string[] {
  const source = program.getSourceFile(join(ROOT, file))
  if (!source) throw new Error(`${file} belongs to no project`)
  const found: { node: Node; key: Node }[] = []
  const visit = (node: Node): void => {
    const key = keyIn(node)
    if (key) found.push({ node, key })
    node.forEachChild(visit)
  }
  visit(source)
  const types = checker.getTypeAtLocation(found.map(({ key }) => key))
  return found
    .filter((_, index) => ((types[index]?.flags ?? 0) & (TypeFlags.String | TypeFlags.Any)) !== 0)
    .map(({ node: { pos, end } }) => `${file}: ${source.text.slice(pos, end).trim()}`)
}

type Project = ReturnType<typeof projectOf>

function projectOf(config: string) {
  const path = join(ROOT, config)
  const project = api.updateSnapshot({ openProjects: [path] }).getProject(path)
  if (!project) throw new Error(`No project of ${config}`)
  return project
}

test.for([
  ['tsconfig.json', /^(contract|server)\//],
  ['web/tsconfig.json', /^web\//],
] as const)('%s indexes no object by a text from outside', { timeout: 900_000 }, ([config, rooms]) => {
  const project = projectOf(config)
  const files = sourceFiles().filter((file) => rooms.test(file))
  const found = files.flatMap((file) => indexedByText(project, file))
  const others = found.filter((access) => !BY_COLUMNS.includes(access.split(': ')[0] ?? ''))
  expect(others).toEqual([])
  // What is exempt still needs it.
  const exempt = BY_COLUMNS.filter((file) => rooms.test(file))
  expect(exempt.filter((file) => !found.some((access) => access.startsWith(`${file}: `)))).toEqual([])
})
