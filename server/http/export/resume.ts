// A download that broke off goes on where it ended: the call writes its file again, and the caller names the one it has part of.
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { WholeFile } from '#server/store/whole-file.ts'

/** The same for equal bytes only. Removes a file that cannot be read. */
export async function tagOf(file: WholeFile): Promise<string> {
  const hash = createHash('sha256')
  try {
    for await (const piece of file.read()) hash.update(piece)
  } catch (error) {
    await file.remove()
    throw error
  }
  return `"${hash.digest('base64url')}"`
}

/** Bytes of this file that the caller has; 0 sends it whole, also where nothing says that they are of this file. */
export function bytesHeld(
  { range = '', 'if-range': tag }: IncomingHttpHeaders,
  etag: string,
  bytes: number,
): number {
  const from = Number(/^bytes=(\d{1,15})-$/.exec(range)?.[1])
  return tag === etag && from < bytes ? from : 0
}

/** The bytes behind the first ones. */
export async function* behind(first: number, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = first
  for await (const piece of pieces) {
    if (left < piece.length) yield piece.subarray(left)
    left = Math.max(0, left - piece.length)
  }
}
