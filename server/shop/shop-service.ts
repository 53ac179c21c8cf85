// The service behind «Conectar tienda» and `gondola woocommerce`.
import type { ShopService } from '../features/shop/routes.ts'
import { connectionService } from './connection-service.ts'
import { type MappingDeps, mappingService } from './mapping-service.ts'
import { webhookService } from './webhook-service.ts'

export interface ShopServiceDeps extends MappingDeps {
  readonly publicUrl: string
}

export function shopService(setting: ShopServiceDeps): ShopService {
  const { store, connection, jobs, publicUrl } = setting
  return {
    ...connectionService(store, connection, jobs),
    ...mappingService(setting),
    ...webhookService(store, connection, { publicUrl, jobs }),
  }
}
