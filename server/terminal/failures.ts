import { ConfigError } from '#server/config/config.ts'
import { EnvFileError } from '#server/config/env-file.ts'
import { DISK_FULL, StoreError } from '#server/store/errors.ts'
import { CommandError } from './command.ts'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const fieldOf = (error: unknown, name: 'path' | 'port' | 'address' | 'syscall'): string => {
  const value: unknown = error instanceof Error ? Reflect.get(error, name) : undefined
  return value === undefined ? '' : String(value)
}

/** As the engine, the loader of libraries and the system say it. */
const isOutOfMemory = (cause: unknown) =>
  cause instanceof Error &&
  /Out of Memory|failed to map segment|cannot allocate memory|ENOMEM/i.test(cause.message)

const NO_MEMORY =
  'no alcanza la memoria que el sistema da a este proceso; subir GONDOLA_MEMORY o quitar su límite (ulimit -v, LimitAS o MemoryMax de systemd), y liberar memoria de otros programas'

/** Errors whose message is for the terminal. */
const SPOKEN = [CommandError, ConfigError, EnvFileError, StoreError]

export function plainSentence(error: unknown): string {
  if (isOutOfMemory(error) || (error instanceof StoreError && isOutOfMemory(error.cause))) return NO_MEMORY
  if (SPOKEN.some((kind) => error instanceof kind) && error instanceof Error) return error.message
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `el puerto ${fieldOf(error, 'port')} de ${fieldOf(error, 'address')} ya está en uso; elegir otro con PORT, por ejemplo PORT=4001`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return 'esta máquina no tiene la dirección de HOST; 127.0.0.1 sirve sólo en ella, 0.0.0.0 también desde la red'
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return fieldOf(error, 'port')
        ? `no hay permiso para escuchar en el puerto ${fieldOf(error, 'port')}; elegir otro con PORT`
        : `no hay permiso para escribir en ${fieldOf(error, 'path') || 'la carpeta de datos'}; elegir otra con GONDOLA_DATA_DIR`
    case 'ENOTDIR':
    case 'EEXIST':
      return `${fieldOf(error, 'path')} no es una carpeta; elegir otra con GONDOLA_DATA_DIR`
    case 'ENOENT':
      // mkdir in a file system that does not accept folders.
      if (fieldOf(error, 'syscall') !== 'mkdir') return stackOf(error)
      return `no se puede crear la carpeta ${fieldOf(error, 'path')}; elegir otra con GONDOLA_DATA_DIR`
    case 'ENOSPC':
      return DISK_FULL
    default:
      return stackOf(error)
  }
}

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

export const exitCodeOf = (error: unknown): number => (error instanceof CommandError ? error.exitCode : 1)
