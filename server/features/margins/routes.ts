import { costCalls } from '#contract/costs.ts'
import { dimensionOf } from '#contract/questions/dimensions.ts'
import type { App } from '#server/http/app.ts'
import { computedListRoute } from '#server/http/computed-list.ts'
import { HttpError } from '#server/http/errors.ts'
import { may } from '#server/http/principal.ts'
import { marginsOf } from './margins.ts'

export function marginRoutes(app: App): void {
  computedListRoute(
    app,
    costCalls.margins,
    async (call) => {
      const { by } = call.query
      if (!may(call.principal, dimensionOf(by).permission)) throw new HttpError('forbidden')
      const rows = await marginsOf(app.store, call, by)
      return { rows, months: [call.month, call.compared.month], reads: ['dimensions'] }
    },
    {},
  )
}
