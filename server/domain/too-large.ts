/** A number beyond what can be held exactly: 2^53 cents or thousandths. */
export class TooLarge extends Error {
  constructor(value: number) {
    super(`${value} is too large to be held exactly`)
  }
}

export function exact(value: number): number {
  if (!Number.isSafeInteger(value)) throw new TooLarge(value)
  return value
}
