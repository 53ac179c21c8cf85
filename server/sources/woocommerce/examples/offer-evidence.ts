// What is offered, and the orders and amounts that speak for it.
import type { ExampleOffer } from '#contract/mapping-examples.ts'
import type { Mapping } from '../mapping.ts'

export interface Offer {
  readonly shown: ExampleOffer
  /** The mapping with it. */
  readonly nameIn: (mapping: Mapping) => Mapping
}

export interface Evidence {
  readonly orders: Set<number>
  /** In cents. */
  amount: number
}

/** Collects evidence by key, in the sequence of first sight. */
export class Tally {
  readonly found = new Map<string, Evidence>()

  add(key: string, orderId: number, amount: number): void {
    const evidence = this.found.get(key) ?? { orders: new Set<number>(), amount: 0 }
    evidence.orders.add(orderId)
    evidence.amount += amount
    this.found.set(key, evidence)
  }
}

type Facts = Pick<ExampleOffer, 'part' | 'from' | 'chosen'> & Partial<ExampleOffer>

export function shownOffer(
  key: string,
  { orders, amount }: Evidence,
  { part, from, chosen, ...more }: Facts,
): ExampleOffer {
  return {
    id: `${from} ${key}`,
    part,
    from,
    form: 'exact',
    label: key === '' ? [] : [{ is: 'text', text: key }],
    names: [],
    orders: orders.size,
    amount: amount / 100,
    order_id: [...orders][0] ?? 0,
    chosen,
    ...more,
  }
}
