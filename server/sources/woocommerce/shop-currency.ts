// The shop's own currency. What `data/currencies/current` tells is what this visitor is shown, and plug-ins of several currencies
// choose that by his country or his session.
import { SourceError } from '#server/ingest/source.ts'
import type { Client } from './client.ts'
import { noStore } from './concealed.ts'
import { fieldsOf } from './rest-page.ts'
import { TEXT } from './text.ts'

const SHOWN = 'data/currencies/current'
export const CURRENCY_SETTING = 'settings/general/woocommerce_currency'

export async function currencyOfShop(client: Pick<Client, 'get'>): Promise<string> {
  const { code } = fieldsOf((await client.get(SHOWN)).body)
  if (typeof code !== 'string') throw noStore(new SourceError('unexpected', TEXT.notWooCommerce(SHOWN)))
  return (await ownCurrency(client)) || code
}

/** '' where a plug-in takes the setting out, or the user of the key may not read it. */
async function ownCurrency(client: Pick<Client, 'get'>): Promise<string> {
  try {
    const { value } = fieldsOf((await client.get(CURRENCY_SETTING)).body)
    return typeof value === 'string' ? value.trim() : ''
  } catch (error) {
    if (error instanceof SourceError) return ''
    throw error
  }
}
