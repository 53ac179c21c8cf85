// Runs once before the component tests: starts real servers on both data sets, whose answers the screens show.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startServer } from '../e2e/server.ts'
import type { SharedServers } from './network.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    webServers: SharedServers
    webFolder: string
  }
}

export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'gondola-web-'))
  const servers = await Promise.all([startServer('recorded', folder), startServer('demo', folder)])
  const [recorded, demo] = servers
  project.provide('webServers', { recorded: recorded.address, demo: demo.address })
  project.provide('webFolder', folder)
  return async () => {
    await Promise.all(servers.map((server) => server.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}
