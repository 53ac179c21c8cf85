// What the past of a buyer lets expect from an order on: orders a day and net an order, each drawn to the usual of the buyer's kind.
import { EFFECT_DAYS } from '#contract/lists/benefit-effect.ts'
import type { Trial } from './trials.ts'

export interface Usual {
  readonly ticket: number
  /** Orders a day. */
  readonly rate: number
}

/** As many orders as the usual of a kind counts beside a buyer's own. */
const TICKET_PRIOR = 1
const RATE_PRIOR = 1.5
/** As many orders as say that a kind is like all others. */
const KIND_PRIOR = 20

interface Past {
  net: number
  orders: number
  days: number
}

const nothing = (): Past => ({ net: 0, orders: 0, days: 0 })

function addPast(past: Past, { netYear, ordersYear, known }: Trial): void {
  past.net += Math.max(0, netYear)
  past.orders += ordersYear
  past.days += known
}

function pastOf(trials: readonly Trial[]): Past {
  const past = nothing()
  for (const trial of trials) addPast(past, trial)
  return past
}

const drawn = ({ net, orders, days }: Past, { ticket, rate }: Usual): Usual => ({
  ticket: (net + KIND_PRIOR * ticket) / (orders + KIND_PRIOR),
  rate: (orders + KIND_PRIOR) / (days + KIND_PRIOR / rate),
})

/** Nobody bought before: all are alike. */
const NO_PAST: Usual = { ticket: 1, rate: 1 / EFFECT_DAYS }

/** By company and province. */
type Kinds<T> = Map<string, Map<string, T>>

function pastOfKinds(controls: readonly Trial[]): Kinds<Past> {
  const kinds: Kinds<Past> = new Map()
  for (const trial of controls) {
    const provinces = kinds.get(trial.company) ?? new Map<string, Past>()
    kinds.set(trial.company, provinces)
    const past = provinces.get(trial.province) ?? nothing()
    provinces.set(trial.province, past)
    addPast(past, trial)
  }
  return kinds
}

/**
 * Who uses a benefit is of another kind than who does not, and only in part by what is known of each: so what is unknown of a user is
 * taken from the past of all users, and of a control from that of the controls of the same company and province.
 */
export function usualOf(
  controls: readonly Trial[],
  users: readonly Trial[],
): (trial: Trial, uses: boolean) => Usual {
  const past = pastOf(controls)
  const isKnown = past.orders > 0 && past.net > 0 && past.days > 0
  const all = isKnown ? { ticket: past.net / past.orders, rate: past.orders / past.days } : NO_PAST
  const kinds: Kinds<Usual> = new Map(
    [...pastOfKinds(controls)].map(([company, provinces]) => [
      company,
      new Map([...provinces].map(([province, own]) => [province, drawn(own, all)])),
    ]),
  )
  const usualOfKind = ({ company, province }: Trial) => kinds.get(company)?.get(province) ?? all
  const apart = apartOf(users, usualOfKind, all)
  return (trial, uses) => {
    const { netYear, ordersYear, known } = trial
    const kind = usualOfKind(trial)
    const ticket = kind.ticket * (uses ? apart.ticket : 1)
    const rate = kind.rate * (uses ? apart.rate : 1)
    return {
      ticket: (Math.max(0, netYear) + TICKET_PRIOR * ticket) / (ordersYear + TICKET_PRIOR) / all.ticket,
      rate: (ordersYear + RATE_PRIOR) / (known + RATE_PRIOR / rate),
    }
  }
}

/** The past of users in parts of what that of their kinds lets expect. */
function apartOf(users: readonly Trial[], usualOfKind: (trial: Trial) => Usual, all: Usual): Usual {
  const own = pastOf(users)
  let [net, orders] = [0, 0]
  for (const trial of users) {
    const kind = usualOfKind(trial)
    orders += trial.known * kind.rate
    net += trial.ordersYear * kind.ticket
  }
  const prior = KIND_PRIOR * all.ticket
  return {
    rate: (own.orders + KIND_PRIOR) / (orders + KIND_PRIOR),
    ticket: (own.net + prior) / (net + prior),
  }
}
