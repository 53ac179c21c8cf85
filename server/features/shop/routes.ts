import type { CronEntry } from '#contract/crons.ts'
import * as calls from '#contract/shop.ts'
import type { AdminApp } from '#server/http/app.ts'
import { audit, type Change } from '#server/http/audit.ts'
import type { Principal } from '#server/http/principal.ts'
import { type Call, route } from '#server/http/route.ts'
import type { Queries } from '#server/store/store.ts'

export type KeysGiven = Call<typeof calls.saveShop>['body']

/** Writes an audit entry in the transaction of the change. */
export type Note = (tx: Queries, change: Change) => Promise<void>

export interface ShopService {
  connection(): Promise<calls.ShopConnection>
  save(given: KeysGiven, note: Note): Promise<void>
  remove(note: Note): Promise<void>
  test(given: KeysGiven): Promise<calls.ShopTest>
  startImport(note: Note): Promise<CronEntry>
  mapping(): Promise<calls.ShopMapping>
  /** `revision`: of the mapping that was changed; undefined overwrites any. */
  saveMapping(mapping: unknown, revision: string | undefined, note: Note): Promise<calls.SavedMapping>
  previewMapping(mapping: unknown): Promise<calls.MappingPreview>
  webhooks(): Promise<calls.ShopWebhooks>
  enableWebhooks(deliveryUrl: string | undefined, note: Note): Promise<calls.ShopWebhooks>
}

export function shopRoutes(app: AdminApp, shop: ShopService): void {
  const noteOf =
    (caller: Principal): Note =>
    (tx, change) =>
      audit(tx, caller, change, app.now())

  route(app, calls.shopConnection, () => shop.connection())

  route(app, calls.saveShop, async ({ body, principal: caller }) => {
    await shop.save(body, noteOf(caller))
    return shop.connection()
  })

  route(app, calls.removeShop, async ({ principal: caller }) => {
    await shop.remove(noteOf(caller))
    return shop.connection()
  })

  route(app, calls.testShop, ({ body }) => shop.test(body))

  route(app, calls.importStore, ({ principal: caller }) => shop.startImport(noteOf(caller)))

  route(app, calls.shopMapping, () => shop.mapping())

  route(app, calls.saveMapping, ({ body, principal: caller }) =>
    shop.saveMapping(body.mapping, body.revision, noteOf(caller)),
  )

  route(app, calls.previewMapping, ({ body }) => shop.previewMapping(body.mapping))

  route(app, calls.shopWebhooks, () => shop.webhooks())

  route(app, calls.enableWebhooks, ({ body, principal: caller }) =>
    shop.enableWebhooks(body.delivery_url, noteOf(caller)),
  )
}
