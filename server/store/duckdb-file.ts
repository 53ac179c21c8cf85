// One process at a time opens a DuckDB file.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { StoreError } from './errors.ts'

const openFiles = new Set<string>()

/** Returns the release. Needed because the engine's lock does not stop a process from opening a file twice. */
export function claimFile(file: string | undefined): () => void {
  if (file === undefined) return () => {}
  const path = resolve(file)
  if (openFiles.has(path)) throw new StoreError('locked', `${path} is already open in this process`)
  openFiles.add(path)
  return () => openFiles.delete(path)
}

export function openError(error: unknown, file = 'memory'): StoreError {
  const text = error instanceof Error ? error.message : String(error)
  const holder = /Conflicting lock is held in (.*?)\s*\(PID (\d+)\)/s.exec(text)
  if (holder) {
    const [, program = '', pid = ''] = holder
    const command = commandOf(pid) || program
    return new StoreError(
      'locked',
      `otro proceso usa la base ${file}: PID ${pid}${command ? ` (${command})` : ''}. ` +
        'Hay que detenerlo primero, o dar a este otra carpeta con GONDOLA_DATA_DIR.',
      error,
    )
  }
  if (/set lock/i.test(text)) {
    return new StoreError('locked', `otro proceso usa la base ${file}. Hay que detenerlo primero.`, error)
  }
  return new StoreError('broken', `no se puede abrir la base ${file}: ${text.split('\n')[0]}`, error)
}

/** Command line of a process; '' where it cannot be read. */
function commandOf(pid: string): string {
  try {
    const parts = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return parts.join(' ').trim().slice(0, 200)
  } catch {
    return ''
  }
}
