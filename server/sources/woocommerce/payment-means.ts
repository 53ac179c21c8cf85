import { patternOf } from './pattern.ts'

export type PaymentOf = (method: string, title: string) => { mp: boolean; lyra: boolean }

/** Classifies payment methods; a shop has few of them, so results are cached. */
export function paymentMeans(patterns: { mp: readonly string[]; lyra: readonly string[] }): PaymentOf {
  const [mp, lyra] = [patterns.mp, patterns.lyra].map((list) => list.map(patternOf))
  const known = new Map<string, ReturnType<PaymentOf>>()
  return (method, title) => {
    const text = `${method} ${title}`
    const before = known.get(text)
    if (before) return before
    const means = {
      mp: mp!.some((pattern) => pattern.test(text)),
      lyra: lyra!.some((pattern) => pattern.test(text)),
    }
    if (known.size < 1000) known.set(text, means)
    return means
  }
}
