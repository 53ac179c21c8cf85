// Backups in S3-compatible storage: s3://key:secret@host/bucket/prefix?region=…&tls=0
import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { S3mini } from 's3mini'
import { decoded } from '#server/domain/decoded.ts'
import { StoreError } from '#server/store/errors.ts'
import type { BackupStorage } from './storage.ts'

interface S3Address {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** With the bucket. */
  readonly endpoint: string
  readonly region: string
  /** Prefix of the names of backups: '' or with a slash at its end. */
  readonly prefix: string
}

export const isS3 = (place: string): boolean => place.startsWith('s3://')

/** Undefined for an incomplete address. */
export function parseS3(text: string): S3Address | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const [bucket, ...folders] = (url?.pathname ?? '').split('/').filter((part) => part !== '')
  if (!url?.host || !url.username || !url.password || !bucket) return undefined
  return {
    accessKeyId: decoded(url.username),
    secretAccessKey: decoded(url.password),
    endpoint: `${url.searchParams.get('tls') === '0' ? 'http' : 'https'}://${url.host}/${bucket}`,
    region: url.searchParams.get('region') ?? 'auto',
    prefix: folders.map((folder) => `${decoded(folder)}/`).join(''),
  }
}

/** Large files are sent in parts, so that neither memory nor the service limits their size. */
export function s3Storage({ prefix, ...address }: S3Address): BackupStorage {
  const client = new S3mini(address)
  const place = `${address.endpoint}/${prefix}`
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new StoreError(
        'unreachable',
        `el almacenamiento ${place} no responde como debería: ${reason}`,
        error,
      )
    }
  }
  return {
    place,
    list: () =>
      guarded(async () => {
        const objects = (await client.listObjects('/', prefix)) ?? []
        return objects.map(({ Key, Size }) => ({ name: Key.slice(prefix.length), bytes: Number(Size) }))
      }),
    async write(name, file) {
      await guarded(async () => client.putAnyObject(prefix + name, await openAsBlob(file)))
      await rm(file)
    },
    async *read(name) {
      const response = await guarded(() => client.getObjectResponse(prefix + name))
      if (!response?.body) throw new StoreError('no-database', `no hay una copia ${name} en ${place}`)
      yield* response.body
    },
    remove: (name) => guarded(async () => void (await client.deleteObject(prefix + name))),
  }
}
