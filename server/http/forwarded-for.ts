// The addresses in X-Forwarded-For, as proxies write them.
import { isIP } from 'node:net'

/** '203.0.113.7:4711' and '[2001:db8::1]:443' without their ports; undefined for what is no address. */
export function addressIn(text: string): string | undefined {
  const plain = text.trim().replace(/^"(.*)"$/, '$1')
  const [, address = plain] =
    /^\[([^\]]+)\](?::\d{1,5})?$/.exec(plain) ?? /^(\d+(?:\.\d+){3}):\d{1,5}$/.exec(plain) ?? []
  return isIP(address) > 0 ? address : undefined
}

/**
 * The header with addresses alone. The last one was written by the nearest proxy: what stands before something that is no address
 * says nothing, and the caller counts as the proxy that wrote it. Undefined if no address is left.
 */
export function forwardedFor(header: string): string | undefined {
  const texts = header.split(',')
  const known = texts.slice(texts.findLastIndex((text) => addressIn(text) === undefined) + 1)
  return known.length > 0 ? known.map(addressIn).join(', ') : undefined
}
