// Exports: the server streams a file, the browser saves it under the server's name. The token travels in the header.
import { addressOf } from './address.ts'
import type { CallOptions, Key } from './call.ts'
import { NetworkError } from './errors.ts'
import { request } from './transport.ts'

/** The name in a Content-Disposition header; the UTF-8 form wins. */
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
  // The browser reads the address after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/**
 * Saves the whole filtered, sorted list of a call as a file; `query` is the one of the screen, `format: 'xlsx'` included
 * when wanted. Resolves when the file is complete; throws as `call` does, also when the transfer breaks midway.
 */
export async function downloadExport<K extends Key>(
  key: K,
  asked: Pick<CallOptions<K>, 'params' | 'query' | 'signal'> = {},
): Promise<void> {
  const query = { ...asked.query, page: undefined, per_page: undefined, export: 1 }
  const { method, path } = addressOf(key, asked.params, query)
  const response = await request({ method, path, signal: asked.signal })
  const name = fileNameOf(response.headers.get('content-disposition')) ?? 'gondola.csv'
  try {
    save(await response.blob(), name)
  } catch (error) {
    if (asked.signal?.aborted) throw error
    throw new NetworkError('The file was cut')
  }
}
