// Where the suites of a run share databases that they copy (Vitest's globalSetup).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Repeated runs of a watching Vitest have numbers, since the code that fills the databases may have changed. */
    templates: { folder: string; run: number }
  }
}

export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'gondola-templates-'))
  let run = 0
  const provide = () => project.provide('templates', { folder, run: run++ })
  provide()
  project.onTestsRerun(async () => provide())
  return () => rmSync(folder, { recursive: true, force: true })
}
