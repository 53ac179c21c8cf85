// The address and keys of a request: given ones, else stored ones, but never stored keys for another address.
import { Secret } from '#server/config/config.ts'
import type { KeysGiven } from '../features/shop/routes.ts'
import { badRequest } from '../http/errors.ts'
import { SourceError } from '../ingest/source.ts'
import { baseAddress } from '../sources/woocommerce/client.ts'
import { isCertificate } from '../sources/woocommerce/trust.ts'
import type { Connected, ShopKeys } from './connection.ts'

/** The normalised address; undefined for an invalid one. */
export function storeAddress(text: string): string | undefined {
  try {
    return baseAddress(text).href
  } catch (error) {
    if (error instanceof SourceError) return undefined
    throw error
  }
}

/** Throws a 400 that names what is missing. */
export function keysOf(given: KeysGiven, kept: Connected | undefined): ShopKeys {
  const address = storeAddress(given.url)
  // Stored keys must not be sent to another address.
  const own = kept && address !== undefined && storeAddress(kept.url) === address ? kept : undefined
  const key = given.key ? new Secret(given.key) : own?.key
  const secret = given.secret ? new Secret(given.secret) : own?.secret
  if (!key) throw badRequest('key', 'is required')
  if (!secret) throw badRequest('secret', 'is required')
  if (given.certificate && !isCertificate(given.certificate))
    throw badRequest('certificate', 'must be a certificate in PEM')
  return { url: address ?? given.url, key, secret, certificate: given.certificate || own?.certificate }
}

/** The last four characters, to tell keys apart. */
export const lastCharacters = (secret: Secret | undefined): string | null =>
  secret?.reveal().slice(-4) ?? null
