// How many things there may be. Without zod, so that the browser can load it.
export const MAX_ALERTS = 100
export const MAX_API_TOKENS = 50
export const MAX_BOARDS = 20
export const MAX_DATA_LINKS = 100
export const MAX_DELIVERIES = 50
export const MAX_VIEWS = 200
export const MAX_WEBHOOKS = 20
/** Characters of a regular expression in a mapping. */
export const MAX_PATTERN_LENGTH = 500

/** Rows of one call that enters costs, and the highest cost of a unit. */
export const MAX_COST_ROWS = 5000
export const MAX_COST = 1_000_000_000
