import { type DistributorFact, NO_DISTRIBUTOR } from '#server/domain/facts.ts'
import { emailPart, LAST_NAMES } from './names.ts'
import { PLACES } from './places.ts'
import { apportion, Random, Weighted } from './random.ts'

const COUNT = 120
const FIRST_ID = 10_100
const KINDS = [
  'Distribuidora',
  'Distribuidora',
  'Logística',
  'Mayorista',
  'Comercial',
  'Almacenes',
  'Hijos de',
]
const FORMS = ['S.R.L.', 'S.A.', 'y Cía.', 'e Hijos', 'Hnos.', 'S.A.S.']

interface Distributor {
  readonly fact: DistributorFact
  readonly place: number
  weight: number
  /** How its share changes from the first to the last month. */
  trend: number
}

/** Returns the distributor in a place for a buyer with a preference in [0, 1). */
export type Coverage = (place: number, preference: number) => string

export interface DistributorNetwork {
  readonly facts: readonly DistributorFact[]
  /** Assignment of buyers to distributors at a moment of the history, from 0 to 1. */
  coverage(moment: number): Coverage
}

export function makeDistributors(seed: number, renamedAt: string, foundedAt: string): DistributorNetwork {
  const random = new Random(seed, 31)
  const provinces = PLACES.slice(0, 24)
  const extra = apportion(
    COUNT - provinces.length,
    provinces.map(({ weight }) => weight ** 0.8),
  )
  const places = extra.flatMap((count, place) => Array<number>(count + 1).fill(place))
  const all = places.map((place, number) => makeDistributor(random, number, place, foundedAt))
  addStories(all, renamedAt)
  const byPlace = PLACES.map((_, place) => all.filter((distributor) => distributor.place === place))
  return {
    facts: all.map(({ fact }) => fact),
    coverage(moment) {
      const tables = byPlace.map((near) =>
        near.length === 0
          ? undefined
          : new Weighted(near.map(({ weight, trend }) => weight * trend ** (moment - 0.5))),
      )
      return (place, preference) =>
        byPlace[place]?.[tables[place]?.at(preference) ?? 0]?.fact.dist_id ?? NO_DISTRIBUTOR.dist_id
    },
  }
}

function makeDistributor(random: Random, number: number, place: number, named_at: string): Distributor {
  const family = random.of(LAST_NAMES)
  const city = random.of(PLACES[place]!.cities)
  const dist_id = String(FIRST_ID + number)
  return {
    place,
    // Unequal, so that a few of them sell most.
    weight: 0.15 + random.unit() ** 3 * 3,
    trend: 0.7 + random.unit() * 0.9,
    fact: {
      dist_id,
      name: random.chance(0.5)
        ? `${random.of(KINDS)} ${family} ${random.of(FORMS)}`
        : `${random.of(KINDS.slice(0, 5))} ${city} ${random.of(FORMS.slice(0, 2))}`,
      named_at,
      email: random.chance(0.06) ? '' : `ventas.${emailPart(family)}${dist_id}@distribuidores.example`,
      emailed_at: named_at,
      mp_enabled: random.chance(0.72) ? 1 : 0,
      lyra_enabled: random.chance(0.38) ? 1 : 0,
      calendar_enabled: random.chance(0.45) ? 1 : 0,
    },
  }
}

/** Makes one large distributor grow, one shrink and one change its name. */
function addStories(all: readonly Distributor[], renamedAt: string): void {
  const largestIn = (province: string) =>
    all
      .filter(({ place }) => PLACES[place]?.province === province)
      .toSorted((one, other) => other.weight - one.weight)
  const [growing, shrinking] = largestIn('BUENOS AIRES')
  const [renamed] = largestIn('CÓRDOBA')
  if (!growing || !shrinking || !renamed) return
  growing.trend = 14
  growing.fact.name = 'Distribuidora Horizonte S.R.L.'
  shrinking.trend = 0.08
  shrinking.weight *= 1.2
  shrinking.fact.name = 'Mayorista El Ocaso S.A.'
  renamed.fact.name = 'Sierras Logística S.A. (ex Casa Peralta)'
  renamed.fact.named_at = renamedAt
}
