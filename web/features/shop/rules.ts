// Validation of the connection form.
import type { ShopConnection } from '#contract/shop.ts'
import { text } from './text.ts'

const isAddress = (value: string): boolean =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).hostname.length > 0

const sameAddress = (one: string, other: string | null): boolean =>
  one.trim().replace(/\/+$/, '') === (other ?? '').replace(/\/+$/, '')

/** Stored keys belong to the stored address: another address needs both keys typed. */
export const connectionRules = ({ url, key_end }: Pick<ShopConnection, 'url' | 'key_end'>) => {
  const keyRule = (which: 'key' | 'secret', pattern: RegExp) => (value: string, values: { url: string }) => {
    if (value.trim() !== '') return pattern.test(value.trim()) ? null : text.wrong[which]
    return key_end !== null && sameAddress(values.url, url) ? null : text.required[which]
  }
  return {
    url: (value: string) => {
      if (value.trim() === '') return text.required.url
      return isAddress(value.trim()) ? null : text.wrong.url
    },
    key: keyRule('key', /^ck_[0-9A-Za-z]{20,80}$/),
    secret: keyRule('secret', /^cs_[0-9A-Za-z]{20,80}$/),
  }
}
