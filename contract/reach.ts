// Whether a distributor's address may get a mail. Without zod, so that the browser can load it.

/** `missing`: none, or not the address of one mailbox; `not-allowed`: neither that of an account nor allowed in Configuración. */
export const REACHES = ['ready', 'missing', 'not-allowed', 'unsubscribed'] as const
export type Reach = (typeof REACHES)[number]
