// The order of banks. Pure; touches nothing.

const STARTS_WITH_DIGIT = /^\s*\d/

/** Names that start with a digit stand after the others; within both, the order stays. */
export const digitsLast = <Row extends { readonly sub_group: string }>(rows: readonly Row[]): Row[] =>
  [...rows].sort(
    (a, b) => Number(STARTS_WITH_DIGIT.test(a.sub_group)) - Number(STARTS_WITH_DIGIT.test(b.sub_group)),
  )
