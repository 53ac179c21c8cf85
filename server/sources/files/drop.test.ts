// Dropped archives that cannot be unpacked leave nothing open: an open file keeps deleted data on the disk.
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { tablesOf } from './drop.ts'

const OWN_FILES = '/proc/self/fd'

/** Files in the folder that this process has open. */
const openIn = (folder: string): string[] =>
  readdirSync(OWN_FILES).flatMap((each) => {
    try {
      const file = readlinkSync(join(OWN_FILES, each))
      return file.startsWith(folder) ? [file] : []
    } catch {
      return []
    }
  })

test.runIf(existsSync(OWN_FILES))('a damaged gzip file is refused, and closed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gondola-damaged-'))
  const lines = Array.from({ length: 200_000 }, (_, row) => `${row};${(row * 7919) % 104_729}`)
  const packed = gzipSync(lines.join('\n'))
  packed.fill(0xff, 1000, 3000)
  const path = join(folder, 'ventas.csv.gz')
  writeFileSync(path, packed)
  await expect(tablesOf([{ path, name: 'ventas.csv.gz' }], join(folder, 'out'))).rejects.toThrow(
    /ventas\.csv\.gz/,
  )
  await vi.waitFor(() => expect(openIn(folder)).toEqual([]))
  rmSync(folder, { recursive: true })
})
