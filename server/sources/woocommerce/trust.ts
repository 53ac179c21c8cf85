// Certificates of shops that are not signed by a public authority.
import { X509Certificate } from 'node:crypto'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/**
 * By subject: of two authorities with the same name OpenSSL may try only the older one, such as a certificate that was renewed.
 */
const trusted = new Map<string, string>()
let usual: readonly string[] | undefined

/** True for one or more certificates in PEM. */
export function isCertificate(pem: string): boolean {
  const found = pem.match(CERTIFICATE) ?? []
  try {
    for (const one of found) new X509Certificate(one)
    return found.length > 0
  } catch {
    return false
  }
}

/** Trusts these authorities, besides the usual ones, in all connections of this process until it ends. */
export function trustCertificates(pem: string): void {
  const given = (pem.match(CERTIFICATE) ?? []).map((one) => [new X509Certificate(one).subject, one] as const)
  if (given.every(([subject, one]) => trusted.get(subject) === one)) return
  usual ??= getCACertificates('default')
  for (const [subject, one] of given) trusted.set(subject, one)
  setDefaultCACertificates([...usual, ...trusted.values()])
}
