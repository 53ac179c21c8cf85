// Zip archives with bounds: nothing is written by a name that an archive holds.
import type { Readable } from 'node:stream'
import { type Entry, open as openZip, type ZipFile } from 'yauzl'
import { FilesError } from './failure.ts'
import { LIMITS } from './limits.ts'
import { FILES_TEXT } from './text.ts'

export interface Archive {
  /** Names of its files in stored order. */
  readonly names: readonly string[]
  /** The content of a file; undefined if the archive lacks it. */
  read(name: string): Promise<Readable | undefined>
  close(): void
}

/** Throws FilesError for a damaged or encrypted archive, and for one that unpacks beyond the limits. */
export async function openArchive(path: string, name: string, upload: number): Promise<Archive> {
  const damaged = () => new FilesError(400, FILES_TEXT.unreadableZip(name), upload)
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    openZip(path, { lazyEntries: true, autoClose: false }, (error, file) =>
      error || !file ? reject(damaged()) : resolve(file),
    )
  })
  const entries = new Map<string, Entry>()
  try {
    await eachEntry(zip, (entry) => {
      if (entry.fileName.endsWith('/')) return
      entries.set(entry.fileName, entry)
      if (entries.size > LIMITS.files * 10) throw new FilesError(413, FILES_TEXT.tooManyFiles(name), upload)
    })
  } catch (error) {
    zip.close()
    if (error instanceof FilesError) throw error
    // yauzl refuses names such as '../x' and '/x'.
    throw /relative path|absolute path|characters in fileName/.test(String(error))
      ? new FilesError(400, FILES_TEXT.strayZip(name), upload)
      : damaged()
  }
  checkSize([...entries.values()], () => {
    zip.close()
    return new FilesError(413, FILES_TEXT.unpacksTooLarge(name), upload)
  })
  return {
    names: [...entries.keys()],
    async read(wanted) {
      const entry = entries.get(wanted)
      if (!entry) return undefined
      if (entry.isEncrypted()) throw damaged()
      return new Promise((resolve, reject) => {
        zip.openReadStream(entry, (error, stream) => (error || !stream ? reject(damaged()) : resolve(stream)))
      })
    },
    close: () => zip.close(),
  }
}

function eachEntry(zip: ZipFile, visit: (entry: Entry) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      try {
        visit(entry)
        zip.readEntry()
      } catch (error) {
        reject(error)
      }
    })
    zip.on('end', resolve)
    zip.on('error', reject)
    zip.readEntry()
  })
}

/** yauzl fails a file that holds more than it declares, so declared sizes can be trusted. */
function checkSize(entries: readonly Entry[], refusal: () => Error): void {
  const unpacked = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  const packed = entries.reduce((sum, entry) => sum + entry.compressedSize, 0)
  const isBomb = unpacked > LIMITS.ratioFrom && unpacked > packed * LIMITS.ratio
  if (isBomb || unpacked > LIMITS.unpacked) throw refusal()
}
