// Restarts webhooks that the shop disabled: WooCommerce does so after five failed deliveries, and never restarts them.
import type { Job } from './job.ts'
import { JOB_TEXT } from './text.ts'

export const webhooks: Job = {
  key: 'webhooks',
  schedule: '7 * * * *',
  needsShop: true,
  async run({ restartWebhooks }) {
    const found = await restartWebhooks?.()
    if (!found) return { state: 'success', message: JOB_TEXT.noWebhooks, processed: 0 }
    const { active, restarted, disabled, missing } = found
    const isFine = restarted.length + disabled.length + missing.length === 0
    return {
      state: isFine ? 'success' : 'warning',
      message: JOB_TEXT.webhooks(found),
      processed: active,
      detail: { active, restarted, disabled, missing },
    }
  },
}
