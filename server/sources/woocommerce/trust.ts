// Certificates of shops that no public authority signed.
import { X509Certificate } from 'node:crypto'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

const trusted = new Set<string>()

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
  const added = (pem.match(CERTIFICATE) ?? []).filter((one) => !trusted.has(one))
  if (added.length === 0) return
  for (const one of added) trusted.add(one)
  setDefaultCACertificates([...getCACertificates('default'), ...added])
}
