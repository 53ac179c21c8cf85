/** Decimals of the amounts that are asked for: those of the shop's display are a setting that anyone may change. */
export const DECIMALS = 6
