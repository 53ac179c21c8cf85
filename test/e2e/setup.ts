// Runs once before the browser tests: builds the web application, starts Chromium and a server with demo data for all files.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { ensureWebBuild } from '../../scripts/build.ts'
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/chromium.ts'
import { startServer } from './server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where a test connects to the running Chromium. */
    chromium: string
    /** Address of the shared server; tests that change its data start a separate one. */
    e2eServer: string
    e2eFolder: string
  }
}

/** A name for the server at 127.0.0.1 that is no secure context, as in a company's network. */
const HOST_NAME = '--host-resolver-rules=MAP gondola.test 127.0.0.1'

export default async function setup(project: TestProject) {
  const executablePath = ensureChromium(console.log)
  await ensureWebBuild(console.log)
  const folder = mkdtempSync(join(tmpdir(), 'gondola-e2e-'))
  const [browser, server] = await Promise.all([
    chromium.launchServer({ executablePath, args: [...CHROMIUM_FLAGS, HOST_NAME] }),
    startServer('demo', folder),
  ])
  project.provide('chromium', browser.wsEndpoint())
  project.provide('e2eServer', server.address)
  project.provide('e2eFolder', folder)
  return async () => {
    await browser.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
