// What stands for the e-mail of an erased person: a hash that tells buyers apart, at a domain that cannot receive mail.

export const NOWHERE = '@olvidado.invalid'

/** Characters of the hash. */
export const HASH_LENGTH = 24

export const placeholderOf = (hash: string): string => `${hash.slice(0, HASH_LENGTH)}${NOWHERE}`

export const isPlaceholder = (email: string): boolean => email.endsWith(NOWHERE)
