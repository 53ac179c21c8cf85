// Links to orders in the administration of the connected WooCommerce shop.
import { dataKind } from '../ingest/data-source.ts'
import type { Store } from '../store/store.ts'
import type { Connection } from './connection.ts'

/** WooCommerce redirects this address to its own order screen where orders are stored in tables of their own. */
export const orderAdmin =
  (store: Store, connection: Connection) =>
  async (orderId: number): Promise<string | null> => {
    const { shop } = await connection.read()
    if (!shop || (await dataKind(store)) !== 'woocommerce') return null
    return `${shop.url.replace(/\/+$/, '')}/wp-admin/post.php?post=${orderId}&action=edit`
  }
