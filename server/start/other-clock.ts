// Says that the stored days and months follow another time zone, which only a new import can change.
import { dataKind, TIME_ZONE } from '#server/ingest/data-source.ts'
import { isOnAnotherClock } from '#server/ingest/import.ts'
import { IMPORT_TEXT } from '#server/ingest/import-text.ts'
import { readSetting } from '#server/store/settings.ts'
import type { Store } from '#server/store/store.ts'
import { tellAdministrators } from './administrator-notice.ts'

const TEXT = {
  title: 'La zona horaria cambió',
  body: (before: string, now: string) =>
    `Los datos importados siguen en los días y meses de ${before}. Para contarlos en ${now} hay que importar de nuevo los archivos.`,
  link: 'Ver Conectar tienda',
}

/** For a shop without connection. Returns the line for the terminal; undefined: the data follows this time zone. */
export async function tellOtherClock(store: Store, timeZone: string, now: Date): Promise<string | undefined> {
  if (!(await isOnAnotherClock(store, timeZone))) return undefined
  const imported = String(await readSetting(store, TIME_ZONE))
  if ((await dataKind(store)) !== 'demo') {
    const notice = {
      kind: 'time-zone-changed',
      source: `time-zone:${imported}:${timeZone}`,
      title: TEXT.title,
      body: TEXT.body(imported, timeZone),
      links: [{ label: TEXT.link, href: '/settings/store' }],
    } as const
    await tellAdministrators(store, notice, now)
  }
  return IMPORT_TEXT.onAnotherClock(timeZone)
}
