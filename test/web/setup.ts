// Runs once before the component tests: a real server on the recorded store, whose answers the screens show.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startServer } from '../e2e/server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the shared server; tests that change data start their own with `useOwnServer`. */
    webServer: string
    webFolder: string
  }
}

export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'gondola-web-'))
  const server = await startServer('recorded', folder)
  project.provide('webServer', server.address)
  project.provide('webFolder', folder)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
