// The form of a shop's address and keys, for calls and forms. Without zod, so that the browser can load it.

/** An http or https address. */
export const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** As WooCommerce makes them; anything else is a mistake in copying. */
export const isShopKey = (prefix: 'ck' | 'cs', text: string): boolean =>
  text.startsWith(`${prefix}_`) && /^[0-9A-Za-z]{20,80}$/.test(text.slice(3))
