// Holidays and sale events of Argentina as they were held, by rule where no date is known, and as people correct them.
import { addDays, mondayOf } from '#contract/month.ts'
import holidays from './argentina.json' with { type: 'json' }
import dated from './argentina-dated.json' with { type: 'json' }

/** What a note of the shop says about its days. */
export interface Correction {
  readonly from: string
  readonly to: string
  readonly kind: 'holiday' | 'event' | 'neither'
  readonly name: string
}

/** Kinds of days that are compared with each other; a day that ends at noon is one of its own. */
export const SPECIAL = { none: 0, holiday: 1, event: 2, noon: 3 } as const

const HOLIDAYS: ReadonlyMap<string, string> = withDated()

function withDated(): Map<string, string> {
  const days = new Map(Object.entries(holidays))
  for (const { day, name } of dated.holidays)
    if (name === null) days.delete(day)
    else days.set(day, name)
  return days
}

/** Days with a holiday, and its name. */
export const holidayEntries = (): Iterable<readonly [string, string]> => HOLIDAYS

const NOON = ['12-24', '12-31']
const LENGTH = 3

interface SaleEvent {
  readonly from: string
  readonly to: string
  /** By rule: the event may be held in another week. */
  readonly isGuessed: boolean
  /** Mondays of the weeks in which it may be held instead. */
  readonly others: readonly string[]
}

/** The first Monday from this day on. */
const mondayFrom = (day: string) => mondayOf(addDays(day, 6))

/** The usual week of each event, and those to which it has moved in other years. */
const RULES = [
  { name: 'Hot Sale', usual: '05-08', others: ['05-25'] },
  { name: 'CyberMonday', usual: '11-01', others: ['10-25'] },
] as const

/** A correction so near to a guessed event says where it is held. */
const NEAR_DAYS = 45

function eventsOf(year: number, corrections: readonly Correction[]): SaleEvent[] {
  return RULES.flatMap(({ name, usual, others }): SaleEvent[] => {
    const known = dated.events.find((one) => one.name === name && one.from.startsWith(String(year)))
    if (known) return [{ ...known, isGuessed: false, others: [] }]
    const from = mondayFrom(`${year}-${usual}`)
    const isCorrected = corrections.some(
      (one) =>
        one.kind === 'event' && one.to >= addDays(from, -NEAR_DAYS) && one.from <= addDays(from, NEAR_DAYS),
    )
    if (isCorrected) return []
    return [
      {
        from,
        to: addDays(from, LENGTH - 1),
        isGuessed: true,
        others: others.map((other) => mondayFrom(`${year}-${other}`)),
      },
    ]
  })
}

export interface SpecialDays {
  /** By `SPECIAL`. */
  readonly kindOf: (day: string) => number
  /** 1: an event is guessed there; 2: it may be held there instead; 0: neither. */
  readonly guessOf: (day: string) => number
  readonly nameOf: (day: string) => string | undefined
}

const covers = ({ from, to }: { readonly from: string; readonly to: string }, day: string) =>
  from <= day && day <= to

/** Of the years from `first` to `last`. */
export function specialDays(first: number, last: number, corrections: readonly Correction[]): SpecialDays {
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const events = years.flatMap((year) => eventsOf(year, corrections))
  const correctionOf = (day: string) => corrections.find((one) => covers(one, day))
  const guessed = events.filter(({ isGuessed }) => isGuessed)
  const isOther = (day: string) =>
    guessed.some(({ others }) => others.some((from) => covers({ from, to: addDays(from, LENGTH - 1) }, day)))
  return {
    kindOf: (day) => {
      const correction = correctionOf(day)
      if (correction) return SPECIAL[correction.kind === 'neither' ? 'none' : correction.kind]
      if (events.some((event) => covers(event, day))) return SPECIAL.event
      if (NOON.includes(day.slice(5))) return SPECIAL.noon
      return HOLIDAYS.has(day) ? SPECIAL.holiday : SPECIAL.none
    },
    guessOf: (day) => {
      if (correctionOf(day)) return 0
      return guessed.some((event) => covers(event, day)) ? 1 : isOther(day) ? 2 : 0
    },
    nameOf: (day) => {
      const correction = correctionOf(day)
      if (correction?.kind === 'neither') return undefined
      return correction?.name ?? HOLIDAYS.get(day)
    },
  }
}
