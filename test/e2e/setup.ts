// Runs once before the browser tests: finds Chromium, builds the web application, makes the folder for their data.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ensureWebBuild } from '../../scripts/build.ts'
import { ensureChromium } from '../../scripts/chromium.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    chromium: string
    e2eFolder: string
  }
}

export default async function setup(project: TestProject) {
  project.provide('chromium', ensureChromium(console.log))
  await ensureWebBuild(console.log)
  const folder = mkdtempSync(join(tmpdir(), 'gondola-e2e-'))
  project.provide('e2eFolder', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
