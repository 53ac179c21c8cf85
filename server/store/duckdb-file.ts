// One process at a time opens a DuckDB file.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { diskFull, overloaded, StoreError, tooLarge } from './errors.ts'

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
  if (/Permission denied|Read-only file system|Operation not permitted/.test(text)) {
    return new StoreError(
      'denied',
      `no hay permiso para abrir la base ${file}; el usuario que inicia Góndola tiene que ser dueño de ${dirname(resolve(file))}`,
      error,
    )
  }
  if (/newer version of DuckDB|we can only read versions/.test(text)) {
    return new StoreError(
      'newer',
      `la base ${file} es de una versión más nueva de Góndola, y no está dañada: actualizar Góndola`,
      error,
    )
  }
  return new StoreError(
    'broken',
    `no se puede abrir la base ${file}: ${text.split('\n')[0]}\n${wayBack(file, /\bWAL\b/.test(text))}`,
    error,
  )
}

/** What to do about a damaged file, with the newest backup. `logOnly`: only the write-ahead log is damaged. */
function wayBack(file: string, logOnly: boolean): string {
  const folder = join(dirname(resolve(file)), 'backups')
  const backup = newestBackup(folder)
  const log = `Solo está dañado el registro ${file}.wal: alcanza con moverlo a otra carpeta y volver a iniciar. Se pierden los últimos cambios; los de la tienda se vuelven a traer.`
  const steps = backup
    ? [
        `La copia más nueva es ${backup}. Para volver a ella:`,
        '  1. `gondola restore --force`: pone la copia en su lugar y deja aparte la base dañada.',
        '  2. Iniciar Góndola: la sincronización trae lo que cambió en la tienda desde entonces.',
        'Cuentas, roles y ajustes vuelven a los del momento de la copia.',
      ]
    : [
        `No hay copias de la base en ${folder}. Si se guardan en otro lugar (GONDOLA_BACKUP_TO), a la última se vuelve con`,
        '`gondola restore --force`. Para empezar de nuevo:',
        `  1. Mover ${file} y ${file}.wal a otra carpeta, sin borrarlos.`,
        '  2. Iniciar Góndola y volver a importar la tienda.',
      ]
  return [...(logOnly ? [log] : []), ...steps].join('\n')
}

/** Backups have the time in their name. */
function newestBackup(folder: string): string | undefined {
  try {
    const names = readdirSync(folder).filter((name) => /^gondola-[\d-]+\.duckdb(\.enc)?$/.test(name))
    const newest = names.sort().at(-1)
    return newest && join(folder, newest)
  } catch {
    return undefined
  }
}

/** Explains errors of the engine that are not the statement's fault; passes others on. */
export async function withDuckDbErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || error instanceof StoreError) throw error
    if (/database has been invalidated|Corrupt database file/.test(error.message))
      throw new StoreError(
        'broken',
        'ya no se puede leer el archivo de la base; reiniciar el servidor',
        error,
      )
    if (/No space left on device|disk full/i.test(error.message)) throw diskFull(error)
    if (/^(\w+: )?Out of Memory Error/.test(error.message)) throw overloaded(error)
    if (
      /^(Out of Range|Conversion) Error/.test(error.message) &&
      /overflow|out of range|Could not cast|Failed to cast/i.test(error.message)
    )
      throw tooLarge('A value is too large to be computed', error)
    throw error
  }
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
