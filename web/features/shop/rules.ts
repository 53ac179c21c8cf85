import type { ShopConnection } from '#contract/shop.ts'
import { isShopKey, isWebAddress } from '#contract/shop-keys.ts'
import { text } from './text.ts'

const sameAddress = (one: string, other: string | null): boolean =>
  one.trim().replace(/\/+$/, '') === (other ?? '').replace(/\/+$/, '')

/** Stored keys belong to the stored address: for another address both keys must be entered. */
export const connectionRules = ({ url, key_end }: Pick<ShopConnection, 'url' | 'key_end'>) => {
  const keyRule =
    (which: 'key' | 'secret', prefix: 'ck' | 'cs') => (value: string, values: { url: string }) => {
      if (value.trim() !== '') return isShopKey(prefix, value.trim()) ? null : text.wrong[which]
      return key_end !== null && sameAddress(values.url, url) ? null : text.required[which]
    }
  return {
    url: (value: string) => {
      if (value.trim() === '') return text.required.url
      return isWebAddress(value.trim()) ? null : text.wrong.url
    },
    key: keyRule('key', 'ck'),
    secret: keyRule('secret', 'cs'),
  }
}
