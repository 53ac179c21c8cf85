// A real Prometheus scrapes the server, and evaluates every alert that the docs recommend.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openSmallShop } from '../fixtures/open-small-shop.ts'
import { freePort } from '../scripts/free-port.ts'
import { neighbour } from '../scripts/neighbours.ts'
import { testApp } from './app.ts'
import { testEngine } from './engines.ts'
import { NIGHTLY } from './nightly.ts'

const TOKEN = 'a-token-for-prometheus'
const undo: (() => unknown)[] = []
afterAll(async () => {
  for (const step of undo.reverse()) await step()
})

/** Expressions of the paragraph of recommended alerts. */
function recommended(): string[] {
  const docs = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8')
  const paragraph = /Recommended alerts:[\s\S]*?\n\n/.exec(docs)?.[0] ?? ''
  return [...paragraph.matchAll(/`([^`]+)`/g)].map(([, expression = '']) => expression.replace(/\s+/g, ' '))
}

/** Address of a Prometheus that scrapes this address. */
async function startPrometheus(target: string): Promise<string> {
  const program = neighbour('prometheus')
  const folder = mkdtempSync(join(tmpdir(), 'gondola-prometheus-'))
  const port = await freePort()
  const config = join(folder, 'prometheus.yml')
  writeFileSync(
    config,
    `scrape_configs:
  - job_name: gondola
    scrape_interval: 1s
    authorization: { credentials: ${TOKEN} }
    static_configs: [{ targets: ['${target.replace('http://', '')}'] }]
`,
  )
  const words = [
    `--config.file=${config}`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]
  const prometheus = spawn(program, words, { stdio: 'ignore' })
  undo.push(async () => {
    prometheus.kill()
    await once(prometheus, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })
  return `http://127.0.0.1:${port}`
}

describe.runIf(NIGHTLY)('Prometheus', () => {
  test('finds the series of every recommended alert', { timeout: 120_000 }, async () => {
    const store = await openSmallShop(testEngine('duckdb'))
    const app = await testApp(store, { metricsToken: TOKEN })
    undo.push(app.close)
    await app.jobs.start('reconciliation')
    await app.jobs.settled()
    const prometheus = await startPrometheus(await app.server.listen({ port: 0, host: '127.0.0.1' }))
    const valuesOf = async (expression: string): Promise<unknown[]> => {
      const asked = `${prometheus}/api/v1/query?query=${encodeURIComponent(expression)}`
      const response = await fetch(asked).catch(() => undefined)
      const answer = (await response?.json()) as { data?: { result?: unknown[] } } | undefined
      return answer?.data?.result ?? []
    }
    const expressions = recommended()
    expect(expressions.length).toBeGreaterThan(5)
    for (const expression of expressions) {
      // The side that is compared has a value, whether or not the alert fires now.
      const [measured = ''] = expression.split(/ [=<>]+ /)
      // Without a connected shop, nothing is late.
      if (measured.startsWith('gondola_shop_lag')) continue
      await expect.poll(() => valuesOf(measured), { timeout: 60_000 }).not.toEqual([])
    }
  })
})
