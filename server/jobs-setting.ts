// What the configuration gives to jobs: the data folder, its mapping and the connected shop. Room server root: may import everything on its side.
import { join } from 'node:path'
import type { Config } from './config.ts'
import type { JobsSetting } from './ingest/jobs/job.ts'
import { restShop } from './sources/woocommerce/rest.ts'

export function jobsSetting({
  dataDir,
  wooCommerce,
}: Config): Omit<JobsSetting, 'store' | 'timeZone' | 'now'> {
  return {
    dataDir,
    mappingFile: join(dataDir, 'mapping.json'),
    ...(wooCommerce && {
      openShop: () =>
        restShop({
          url: wooCommerce.url,
          key: wooCommerce.key.reveal(),
          secret: wooCommerce.secret.reveal(),
        }),
    }),
  }
}
