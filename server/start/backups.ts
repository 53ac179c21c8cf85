// Backups of the configured database.
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { type BackupResult, writeBackup } from '#server/copies/backup.ts'
import { isS3, parseS3, s3Storage } from '#server/copies/s3-storage.ts'
import { type BackupStorage, folderStorage } from '#server/copies/storage.ts'
import type { StoreOptions } from '#server/store/open.ts'
import type { Store } from '#server/store/store.ts'

/** Folder for unfinished files, and for the backups if no other place is configured. */
export const workFolderOf = (config: Config): string => join(config.dataDir, 'backups')

export function storageOf(config: Config): BackupStorage {
  const place = config.backupTo?.reveal() ?? workFolderOf(config)
  const address = isS3(place) ? parseS3(place) : undefined
  return address ? s3Storage(address) : folderStorage(place)
}

export const placeOfDatabase = ({ databaseUrl, dataDir }: Config): StoreOptions =>
  databaseUrl ? { databaseUrl: databaseUrl.reveal() } : { dataDir }

export const backupWriter = (store: Store, config: Config) => (): Promise<BackupResult> =>
  writeBackup({
    store,
    place: placeOfDatabase(config),
    storage: storageOf(config),
    workFolder: workFolderOf(config),
    key: config.backupKey?.reveal(),
    now: () => new Date(),
  })
