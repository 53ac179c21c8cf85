// Divides the memory of GONDOLA_MEMORY between its users, in one place.
import { totalmem } from 'node:os'

const MIB = 1024 * 1024
const GIB = 1024 * MIB

const LEAST_MEMORY = 768 * MIB

/** Code, stacks, buffers of connections and files, and the reserves of the allocators. */
const FIXED = 288 * MIB

/** Half of the machine's or container's memory, within limits that suit a shop. */
export function defaultMemory(machine = Math.min(totalmem(), process.constrainedMemory() || totalmem())) {
  return Math.round(Math.min(Math.max(machine / 2, LEAST_MEMORY), 4 * GIB))
}

/** A larger cache rarely pays: older responses are seldom requested again. */
const MOST_RESPONSES = 64 * MIB

export interface MemoryShares {
  /** JavaScript objects, in bytes; Node ends the process beyond it. */
  readonly heap: number
  /** The embedded engine, in bytes; queries beyond it use the disk. */
  readonly engine: number
  /** Cached responses, in bytes. */
  readonly responses: number
}

export function memoryShares(total: number): MemoryShares {
  const rest = total - FIXED
  const share = (part: number) => Math.floor(rest * part)
  return { heap: share(0.45), engine: share(0.4), responses: Math.min(share(0.1), MOST_RESPONSES) }
}

/** '1GiB', '1.5 GB' and '800M' in bytes, all by powers of 1024; undefined for other texts. */
export function parseBytes(text: string): number | undefined {
  const [, digits, unit] = /^(\d{1,6}(?:\.\d{1,3})?)\s*([MG])(?:i?B)?$/i.exec(text.trim()) ?? []
  if (digits === undefined || unit === undefined) return undefined
  return Math.round(Number(digits) * (unit.toUpperCase() === 'G' ? GIB : MIB))
}

/** A size of GONDOLA_MEMORY in bytes; undefined for other texts and for too little. */
export function memoryIn(text: string): number | undefined {
  const bytes = parseBytes(text)
  return bytes !== undefined && bytes >= LEAST_MEMORY ? bytes : undefined
}

/** A size in the form of the engine's settings. */
export const mebibytes = (bytes: number): number => Math.floor(bytes / MIB)
