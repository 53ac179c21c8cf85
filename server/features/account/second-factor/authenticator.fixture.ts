// An authenticator of passkeys in software: ES256, attestation "none", user always verified.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
const bytes = (value: Buffer) =>
  Buffer.concat([Buffer.from([0x59, value.length >> 8, value.length & 255]), value])

/** The public key as CBOR: { 1: 2, 3: -7, -1: 1, -2: x, -3: y }. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const point = (of: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(of, 'base64url')])
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21])
  return Buffer.concat([head, point(x), Buffer.from([0x22]), point(y)])
}

interface Options {
  readonly challenge: string
}

export interface Site {
  readonly id: string
  readonly origin: string
}

export function createAuthenticator(site: Site) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credential = randomBytes(32)
  const id = credential.toString('base64url')
  let counter = 0

  const authData = (rpId: string, flags: number, count: number, rest = Buffer.alloc(0)) => {
    const fixed = Buffer.alloc(5)
    fixed.writeUInt8(flags, 0)
    fixed.writeUInt32BE(count, 1)
    return Buffer.concat([sha256(rpId), fixed, rest])
  }
  const clientData = (type: string, { challenge }: Options, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const shared = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const

  return {
    id,
    /** Makes the next signature use a lower counter. */
    rewind(by = 2) {
      counter -= by
    },
    create(options: Options, { id: rpId, origin } = site) {
      const length = Buffer.from([0, credential.length])
      const attested = Buffer.concat([Buffer.alloc(16), length, credential, coseKey(publicKey)])
      const object = Buffer.concat([
        ...[Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])],
        ...[text('authData'), bytes(authData(rpId, 0x45, counter, attested))],
      ])
      const data = clientData('webauthn.create', options, origin)
      const response = {
        clientDataJSON: data.toString('base64url'),
        attestationObject: object.toString('base64url'),
        transports: ['internal'],
      }
      return { ...shared, response }
    },
    get(options: Options, { id: rpId, origin } = site, flags = 0x05) {
      counter++
      const data = clientData('webauthn.get', options, origin)
      const authenticatorData = authData(rpId, flags, counter)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(data)]), privateKey)
      const response = {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
      }
      return { ...shared, response }
    },
  }
}
