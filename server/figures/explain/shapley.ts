// The change of a product split over its factors: a factor's Shapley value is its change times the mean of the other
// factors' product over every order in which they could have changed.

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1))

/** The value of one unit of change, per factor; Σ weight × change is the change of the product. */
export function shapleyWeights(before: readonly number[], after: readonly number[]): number[] {
  const count = before.length
  return before.map((_, own) => {
    const others = before.map((_, index) => index).filter((index) => index !== own)
    let weight = 0
    for (let subset = 0; subset < 2 ** others.length; subset++) {
      const changed = others.filter((_, bit) => subset & (1 << bit))
      const product = others.reduce(
        (value, index) => value * ((changed.includes(index) ? after : before)[index] ?? 0),
        1,
      )
      weight +=
        (factorial(changed.length) * factorial(count - 1 - changed.length) * product) / factorial(count)
    }
    return weight
  })
}
