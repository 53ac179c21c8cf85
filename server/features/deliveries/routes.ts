import type { AdminApp } from '#server/http/app.ts'
import { type ChannelDeps, channelRoutes } from './channel-routes.ts'
import { type DeliveryDeps, deliveryCalls } from './delivery-routes.ts'
import { unsubscribeRoutes } from './unsubscribe-route.ts'

export function deliveryRoutes(app: AdminApp, deps: ChannelDeps & DeliveryDeps): void {
  channelRoutes(app, deps)
  deliveryCalls(app, deps)
  unsubscribeRoutes(app)
}
