import type { AdminApp } from '#server/http/app.ts'
import { type ChannelDeps, channelRoutes } from './channel-routes.ts'
import { type DeliveryDeps, deliveryCalls } from './delivery-routes.ts'
import type { SheetDeps } from './sheets/report.ts'
import { sheetRoutes } from './sheets/routes.ts'
import { unsubscribeRoutes } from './unsubscribe-route.ts'

export function deliveryRoutes(app: AdminApp, deps: ChannelDeps & DeliveryDeps & SheetDeps): void {
  channelRoutes(app, deps)
  deliveryCalls(app, deps)
  sheetRoutes(app, deps)
  unsubscribeRoutes(app)
}
