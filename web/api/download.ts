// Downloads exports. Uses fetch instead of a link, because the token travels in a header.
import { addressOf, type QueryValue } from './address.ts'
import type { CallOptions, Key } from './call.ts'
import { NetworkError } from './errors.ts'
import { request } from './transport.ts'

/** File name from a Content-Disposition header; the UTF-8 form has priority. */
export function fileNameOf(disposition: string | null): string | null {
  const encoded = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded) return decodeURIComponent(encoded.trim())
  return /filename\s*=\s*"?([^";]+)"?/i.exec(disposition ?? '')?.[1]?.trim() ?? null
}

function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the URL after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/**
 * Saves the complete list of a call as a file, filtered and sorted as on screen (`query`, with `format: 'xlsx'` for Excel).
 * Resolves when the file is complete. Throws like `call`, also if the transfer breaks off.
 */
export const downloadExport = <K extends Key>(key: K, options: DownloadOptions<K> = {}): Promise<void> =>
  download(key, options, { ...options.query, page: undefined, per_page: undefined, export: 1 })

/** Saves the answer of a call whose `query` asks for a file. Throws like `downloadExport`. */
export const downloadFile = <K extends Key>(key: K, options: DownloadOptions<K>): Promise<void> =>
  download(key, options, { ...options.query })

type DownloadOptions<K extends Key> = Pick<CallOptions<K>, 'params' | 'query' | 'signal'>

async function download<K extends Key>(
  key: K,
  options: DownloadOptions<K>,
  query: Readonly<Record<string, QueryValue>>,
): Promise<void> {
  const { method, path } = addressOf(key, options.params, query)
  const response = await request({ method, path, signal: options.signal })
  const name = fileNameOf(response.headers.get('content-disposition')) ?? 'gondola.csv'
  try {
    save(await response.blob(), name)
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new NetworkError('The file is incomplete')
  }
}
