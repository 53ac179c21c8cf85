// Everything «Conectar tienda» and `gondola woocommerce` do, from its parts.
import type { ShopService } from '../features/shop/routes.ts'
import { connecting } from './connecting.ts'
import { type MappingDeps, mappings } from './mapping.ts'
import { webhooks } from './webhooks.ts'

export interface ShopServiceDeps extends MappingDeps {
  readonly publicUrl: string
}

export function shopService(setting: ShopServiceDeps): ShopService {
  const { store, connection, jobs, publicUrl } = setting
  return {
    ...connecting(store, connection, jobs),
    ...mappings(setting),
    ...webhooks(store, connection, publicUrl),
  }
}
