// Keeps the temporary files of a test run in memory (Vitest's globalSetup): databases in files wait for the disk at each commit.
import { chmodSync } from 'node:fs'
import { folderInMemory } from './daemon.ts'

export default function setup(): void {
  const folder = folderInMemory()
  if (folder === undefined) return
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
}
