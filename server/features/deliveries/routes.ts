import type { AdminApp } from '#server/http/app.ts'
import { type ChannelDeps, channelRoutes } from './channel-routes.ts'

export function deliveryRoutes(app: AdminApp, deps: ChannelDeps): void {
  channelRoutes(app, deps)
}
