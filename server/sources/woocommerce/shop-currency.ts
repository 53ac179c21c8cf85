// The shop's own currency. What `data/currencies/current` tells is what this visitor is shown, and plug-ins of several currencies
// choose that by his country or his session.
import { SourceError } from '#server/ingest/source.ts'
import type { Client } from './client.ts'
import { noStore } from './concealed.ts'
import { fieldsOf, ONE_ATTEMPT } from './rest-page.ts'
import { TEXT } from './text.ts'

const SHOWN = 'data/currencies/current'
export const CURRENCY_SETTING = 'settings/general/woocommerce_currency'

/** `isQuick`: undefined where the setting does not come at once, since what a visitor is shown would pass for a change of it. */
export async function currencyOfShop(
  client: Pick<Client, 'get'>,
  { isQuick = false } = {},
): Promise<string | undefined> {
  const { code } = fieldsOf((await client.get(SHOWN)).body)
  if (typeof code !== 'string') throw noStore(new SourceError('unexpected', TEXT.notWooCommerce(SHOWN)))
  const own = await ownCurrency(client, isQuick ? ONE_ATTEMPT : {})
  return own === undefined && isQuick ? undefined : own || code
}

/** '' where a plug-in takes the setting out, or the user of the key may not read it; undefined during an outage. */
async function ownCurrency(
  client: Pick<Client, 'get'>,
  options: { attempts?: number },
): Promise<string | undefined> {
  try {
    const { value } = fieldsOf((await client.get(CURRENCY_SETTING, {}, options)).body)
    return typeof value === 'string' ? value.trim() : ''
  } catch (error) {
    if (error instanceof SourceError) return error.kind === 'unavailable' ? undefined : ''
    throw error
  }
}
