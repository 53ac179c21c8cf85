// Certificates for 127.0.0.1, created for each run, so that the repository contains no key.
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export interface Certificate {
  readonly key: string
  readonly cert: string
}

/** Tag, length, content: all that DER consists of. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content])
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), content])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const utcTime = (time: Date) =>
  der(0x17, Buffer.from(`${time.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`))

interface Made extends Certificate {
  readonly name: Buffer
  readonly privateKey: KeyObject
}

export const selfSigned = (): Certificate => made('127.0.0.1')

/** An authority, one that it signed, and a certificate that this one signed. */
export function chain(): Readonly<Record<'root' | 'intermediate' | 'leaf', Certificate>> {
  const number = randomBytes(4).toString('hex')
  const root = made(`Root ${number}`)
  const intermediate = made(`Intermediate ${number}`, root)
  return { root, intermediate, leaf: made(`Shop ${number}`, intermediate) }
}

/** For 127.0.0.1, and an authority as well. */
function made(subject: string, issuer?: Made): Made {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
  const commonName = sequence(oid('550403'), der(0x0c, Buffer.from(subject)))
  const name = sequence(der(0x31, commonName))
  const day = 24 * 3600_000
  const validity = sequence(utcTime(new Date(Date.now() - day)), utcTime(new Date(Date.now() + day)))
  const address = der(0x87, Buffer.from([127, 0, 0, 1]))
  const alternativeName = sequence(oid('551d11'), der(0x04, sequence(address)))
  const isAuthority = sequence(oid('551d13'), der(0x04, sequence(der(0x01, Buffer.from([0xff])))))
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    // Positive.
    der(0x02, Buffer.from([1]), randomBytes(8)),
    ecdsaWithSha256,
    issuer?.name ?? name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeName, isAuthority)),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, issuer?.privateKey ?? privateKey))
  const text = sequence(body, ecdsaWithSha256, signature).toString('base64').replace(/.{64}/g, '$&\n')
  return {
    name,
    privateKey,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
  }
}
