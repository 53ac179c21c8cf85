// Refuses writes before the disk is full: a checkpoint that fails for lack of space would end reads as well.
import { statfsSync } from 'node:fs'
import { diskFull } from './errors.ts'

export interface DiskGuard {
  /** Throws 'full' when less than the reserve is free. */
  assertSpace(): void
  isFull(): boolean
}

const MIB = 1024 * 1024

/** Of the write-ahead log before a checkpoint and of what the checkpoint writes. */
export const DISK_RESERVE = 64 * MIB

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** `reserve`: bytes that a write may need at present. */
export function diskGuard(folder: string, reserve: () => number, free = freeBytes): DiskGuard {
  const isFull = () => free(folder) < reserve()
  return {
    isFull,
    assertSpace() {
      if (isFull()) throw diskFull()
    },
  }
}
