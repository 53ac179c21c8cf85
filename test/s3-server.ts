// A storage with the part of S3's protocol that backups use; checks every signature (AWS Signature Version 4).
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface S3Server {
  /** Address with keys, for GONDOLA_BACKUP_TO. */
  readonly place: string
  readonly objects: Map<string, Buffer>
  /** Parts received in multipart uploads. */
  readonly parts: () => number
  close(): Promise<void>
}

const KEY = 'AKIATEST'
const SECRET = 'a/secret+with=signs'
const REGION = 'sa-east-1'

export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  let parts = 0
  const upload = (id: string | null) => uploads.get(id ?? '') ?? new Map<number, Buffer>()
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://storage')
    const body = await buffer(request)
    if (!isSigned(request, url)) return answer(response, 403, error('SignatureDoesNotMatch'))
    const key = decodeURIComponent(url.pathname).replace(/^\/backups\/?/, '')
    const id = url.searchParams.get('uploadId')
    const etag = `"${createHash('md5').update(body).digest('hex')}"`
    if (request.method === 'POST' && url.searchParams.has('uploads')) {
      const next = `upload-${uploads.size + 1}`
      uploads.set(next, new Map())
      const text = `<Bucket>backups</Bucket><Key>${key}</Key><UploadId>${next}</UploadId>`
      return answer(response, 200, `<InitiateMultipartUploadResult>${text}</InitiateMultipartUploadResult>`)
    }
    if (request.method === 'POST') {
      const sorted = [...upload(id)].sort(([one], [other]) => one - other).map(([, part]) => part)
      objects.set(key, Buffer.concat(sorted))
      const text = `<Bucket>backups</Bucket><Key>${key}</Key><ETag>"x"</ETag>`
      return answer(response, 200, `<CompleteMultipartUploadResult>${text}</CompleteMultipartUploadResult>`)
    }
    if (request.method === 'PUT') {
      if (id === null) objects.set(key, body)
      else {
        parts++
        upload(id).set(Number(url.searchParams.get('partNumber')), body)
      }
      return answer(response, 200, '', { etag })
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return answer(response, 204, '')
    }
    if (key === '') return answer(response, 200, listing(objects, url.searchParams.get('prefix') ?? ''))
    const found = objects.get(key)
    return found ? answer(response, 200, found) : answer(response, 404, error('NoSuchKey'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const user = `${KEY}:${encodeURIComponent(SECRET)}`
  return {
    place: `s3://${user}@127.0.0.1:${port}/backups/shop?region=${REGION}&tls=0`,
    objects,
    parts: () => parts,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function answer(response: ServerResponse, status: number, body: string | Buffer, headers = {}): void {
  const type = typeof body === 'string' ? 'application/xml' : 'application/octet-stream'
  response.writeHead(status, { 'content-type': type, ...headers }).end(body)
}

const error = (code: string) => `<Error><Code>${code}</Code><Message>${code}</Message></Error>`

function listing(objects: ReadonlyMap<string, Buffer>, prefix: string): string {
  const contents = [...objects]
    .filter(([key]) => key.startsWith(prefix))
    .map(
      ([key, { length }]) =>
        `<Contents><Key>${key}</Key><LastModified>2026-06-01T00:00:00.000Z</LastModified><ETag>"x"</ETag><Size>${length}</Size></Contents>`,
    )
  return `<ListBucketResult><IsTruncated>false</IsTruncated><KeyCount>${contents.length}</KeyCount>${contents.join('')}</ListBucketResult>`
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

function isSigned({ method, headers }: IncomingMessage, url: URL): boolean {
  const pattern =
    /Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)/
  const [, key, day = '', region = '', names = '', signature] =
    pattern.exec(headers.authorization ?? '') ?? []
  if (key !== KEY || region !== REGION) return false
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const escaped = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  const query = [...url.searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&')
  const canonical = [
    method,
    url.pathname,
    query,
    signed.join(''),
    names,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const digest = createHash('sha256').update(canonical).digest('hex')
  const text = `AWS4-HMAC-SHA256\n${headers['x-amz-date']}\n${day}/${region}/s3/aws4_request\n${digest}`
  const secret = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${SECRET}`, day), region))
  return hmac(secret, text).toString('hex') === signature
}
