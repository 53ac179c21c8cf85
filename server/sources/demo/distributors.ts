// The demo shop's ~120 distributors: sizes, provinces, growth; touches only this room and facts.
import type { DistributorFact } from '#server/domain/facts.ts'
import { NO_DISTRIBUTOR } from '#server/domain/facts.ts'
import { LAST_NAMES, plain } from './names.ts'
import { PLACES } from './places.ts'
import { apportion, Random } from './random.ts'

export const DISTRIBUTORS = 120
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
  readonly weight: number
  /** Factor by which its share changes from the first to the last month. */
  readonly trend: number
}

/** The distributors of one month: who serves whom. */
export interface Coverage {
  /** The distributor of a province for somebody at `stand` in [0, 1). */
  serve(place: number, stand: number): string
}

export class DistributorNet {
  readonly all: readonly Distributor[]
  private readonly byPlace: readonly Distributor[][]
  private readonly homes: Coverage

  constructor(seed: number, renamedAt: string, foundedAt: string) {
    const random = new Random(seed, 31)
    const provinces = PLACES.slice(0, 24)
    const seats = apportion(
      DISTRIBUTORS - 24,
      provinces.map(({ weight }) => weight ** 0.8),
    )
    const all: Distributor[] = []
    seats.forEach((more, place) => {
      for (let seat = 0; seat <= more; seat++) all.push(this.make(random, all.length, place, foundedAt))
    })
    this.all = withStories(all, renamedAt)
    this.byPlace = PLACES.map((_, place) => this.all.filter((item) => item.place === place))
    this.homes = this.coverage(0.5)
  }

  /** Who serves a place at a moment of the history, 0 its start and 1 its end. */
  coverage(moment: number): Coverage {
    const tables = this.byPlace.map((near) => {
      const ids = near.map(({ fact }) => fact.dist_id)
      const weights = near.map(({ weight, trend }) => weight * trend ** (moment - 0.5))
      const total = weights.reduce((sum, weight) => sum + weight, 0)
      let sum = 0
      const ends = weights.map((weight) => {
        sum += weight / total
        return sum
      })
      return { ids, ends }
    })
    return {
      serve(place, stand) {
        const { ids, ends } = tables[place]!
        let index = 0
        while (index < ids.length - 1 && stand >= ends[index]!) index++
        return ids[index] ?? NO_DISTRIBUTOR.dist_id
      },
    }
  }

  home(place: number, stand: number): string {
    return this.homes.serve(place, stand)
  }

  private make(random: Random, number: number, place: number, named_at: string): Distributor {
    const family = random.of(LAST_NAMES)
    const city = random.of(PLACES[place]!.cities)
    const name = random.chance(0.5)
      ? `${random.of(KINDS)} ${family} ${random.of(FORMS)}`
      : `${random.of(KINDS.slice(0, 5))} ${city} ${random.of(FORMS.slice(0, 2))}`
    const dist_id = String(FIRST_ID + number)
    return {
      place,
      // Unequal on purpose: a few sell most of it.
      weight: 0.15 + random.unit() ** 3 * 3,
      trend: 0.7 + random.unit() * 0.9,
      fact: {
        dist_id,
        name,
        named_at,
        email: random.chance(0.06) ? '' : `ventas.${plain(family)}${dist_id}@distribuidores.example`,
        mp_enabled: random.chance(0.72) ? 1 : 0,
        lyra_enabled: random.chance(0.38) ? 1 : 0,
        calendar_enabled: random.chance(0.45) ? 1 : 0,
      },
    }
  }
}

/** One that grows, one that falls and one that changed its name, all large enough to be noticed. */
function withStories(all: readonly Distributor[], renamedAt: string): Distributor[] {
  const ofBuenosAires = all.filter(({ place }) => place === 1).toSorted((a, b) => b.weight - a.weight)
  const cordoba = all.filter(({ place }) => place === 21).toSorted((a, b) => b.weight - a.weight)
  const [rising, falling] = ofBuenosAires
  const [renamed] = cordoba
  return all.map((item) => {
    if (item === rising)
      return { ...item, trend: 14, fact: { ...item.fact, name: 'Distribuidora Horizonte S.R.L.' } }
    if (item === falling)
      return {
        ...item,
        trend: 0.08,
        weight: item.weight * 1.2,
        fact: { ...item.fact, name: 'Mayorista El Ocaso S.A.' },
      }
    if (item === renamed)
      return {
        ...item,
        fact: { ...item.fact, name: 'Sierras Logística S.A. (ex Casa Peralta)', named_at: renamedAt },
      }
    return item
  })
}
