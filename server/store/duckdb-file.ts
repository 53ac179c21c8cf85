// One process holds a DuckDB file; whoever comes second is told who that is.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { StoreError } from './errors.ts'

const held = new Set<string>()

/** Claims the file for this process, which the engine's lock does not guard against itself; returns the release. */
export function claimFile(file: string | undefined): () => void {
  if (file === undefined) return () => {}
  const path = resolve(file)
  if (held.has(path)) throw new StoreError('locked', `${path} is already open in this process`)
  held.add(path)
  return () => held.delete(path)
}

/** The engine's refusal in plain words. */
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

/** The command line of a process, where the system lets it be read. */
function commandOf(pid: string): string {
  try {
    const parts = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return parts.join(' ').trim().slice(0, 200)
  } catch {
    return ''
  }
}
