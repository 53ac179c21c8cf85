// Tells those who may change the settings that the connected shop cannot be read, once per outage.

import type { ShopReading } from '#server/domain/shop-reading.ts'
import { SourceError } from '#server/ingest/source.ts'
import type { Store } from '#server/store/store.ts'
import { tellAdministrators } from './administrator-notice.ts'

interface Deps {
  readonly store: Store
  readonly now: () => Date
  readonly reading: () => Promise<ShopReading | undefined>
}

const TEXT = {
  title: 'La tienda no se puede leer',
  body: (reason: string) => `${reason} Hasta que se lea, las cifras quedan como estaban.`,
  unknown: 'La causa queda en el registro del servidor.',
  link: 'Ver Crones',
}

/** For a failed run of the job `orders`. */
export async function tellShopIsLate({ store, now, reading }: Deps, error: unknown): Promise<void> {
  const shop = await reading()
  if (!shop?.isLate) return
  const notice = {
    kind: 'shop-late',
    source: `shop-late:${shop.at}`,
    title: TEXT.title,
    body: TEXT.body(error instanceof SourceError ? error.message : TEXT.unknown),
    links: [{ label: TEXT.link, href: '/settings/crones' }],
  } as const
  await tellAdministrators(store, notice, now())
}
