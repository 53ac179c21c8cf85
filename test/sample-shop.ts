// The sample of the recorded store, imported once per run.
import { importShop } from '#server/ingest/import.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { filesShop } from '#server/sources/woocommerce/json-lines.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { TIME_ZONE } from './app.ts'
import type { Filling } from './engines.ts'
import { sampleFolder } from './shop-server/recordings.ts'

export const SAMPLE_SHOP: Filling = {
  name: 'sample_shop',
  async fill(store) {
    const source = wooCommerceSource(await filesShop(sampleFolder()))
    await importShop({ store, source, timeZone: TIME_ZONE, progress: silentProgress })
  },
}
