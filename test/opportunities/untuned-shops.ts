// Shops kept apart from the method: it was not tuned on them. Orders are baskets, filled from what the distributor carries.
import { type Draws, drawsOf, emptyMatrix, type GeneratedShop, monthsUntilOctober } from './generated-shop.ts'

interface Carrier {
  readonly dist_id: string
  readonly province: string
  readonly kind: string
  /** Orders of a month by its place; 0 before it began. */
  readonly orders: (month: number) => number
}

interface Article {
  readonly product_id: number
  readonly segment: string
  readonly price: number
  readonly appeal: number
  /** Undefined: every province, every kind. */
  readonly provinces?: readonly string[] | undefined
  readonly kinds?: readonly string[] | undefined
  /** Factor of its appeal by the month of the year, 0 to 11. */
  readonly season: (monthOfYear: number) => number
}

const flat = () => 1

const fits = ({ province, kind }: Carrier, { provinces, kinds }: Article): boolean =>
  (provinces?.includes(province) ?? true) && (kinds?.includes(kind) ?? true)

/** What each distributor carries is fixed; its orders hold `lines` articles, chosen by appeal and its own liking. */
function baskets(
  draws: Draws,
  count: number,
  carriers: readonly Carrier[],
  articles: readonly Article[],
  {
    carries,
    lines,
    liking,
  }: { carries: (of: Article, at: Carrier) => number; lines: number; liking: number },
): GeneratedShop {
  const months = monthsUntilOctober(count)
  const cents = emptyMatrix(count, carriers.length, articles.length)
  const units = emptyMatrix(count, carriers.length, articles.length)
  carriers.forEach((carrier, d) => {
    const liked = new Map<string, number>()
    const weights = articles.map((article) => {
      const bySegment = liked.get(article.segment) ?? draws.lognormal(liking)
      liked.set(article.segment, bySegment)
      const kept = fits(carrier, article) && draws.uniform() < carries(article, carrier)
      return kept ? article.appeal * bySegment * draws.lognormal(liking) : 0
    })
    months.forEach((month, m) => {
      const monthOfYear = Number(month.slice(5)) - 1
      const current = weights.map((weight, p) => weight * (articles[p]?.season(monthOfYear) ?? 1))
      let sum = 0
      const ladder = current.map((weight) => {
        sum += weight
        return sum
      })
      const total = ladder.at(-1) ?? 0
      if (total === 0) return
      for (let line = Math.round(carrier.orders(m) * lines); line > 0; line--) {
        const at = draws.uniform() * total
        const p = lowerBound(ladder, at)
        const quantity = 1 + draws.poisson(3)
        const [rowUnits, rowCents] = [units[m]?.[d], cents[m]?.[d]]
        if (!rowUnits || !rowCents) continue
        rowUnits[p] = (rowUnits[p] ?? 0) + quantity
        rowCents[p] = (rowCents[p] ?? 0) + quantity * (articles[p]?.price ?? 0)
      }
    })
  })
  const isOutside = (d: number, p: number) => {
    const [carrier, article] = [carriers[d], articles[p]]
    return carrier !== undefined && article !== undefined && !fits(carrier, article)
  }
  return { months, distributors: carriers, products: articles, cents, units, isOutside }
}

/** The first place whose running sum exceeds the value. */
function lowerBound(ladder: readonly number[], value: number): number {
  let [from, to] = [0, ladder.length - 1]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((ladder[middle] ?? 0) > value) to = middle
    else from = middle + 1
  }
  return from
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index)
const PROVINCES = ['CHACO', 'CHUBUT', 'CORRIENTES', 'JUJUY', 'LA PAMPA', 'NEUQUÉN', 'TUCUMÁN']

/** Segments that sell in summer or in winter, distributors that grow or shrink, local brands of the north and the south. */
function seasons(seed: number): GeneratedShop {
  const draws = drawsOf(seed + 900)
  const north = ['CHACO', 'CORRIENTES', 'JUJUY', 'TUCUMÁN']
  const south = ['CHUBUT', 'LA PAMPA', 'NEUQUÉN']
  const carriers = range(70).map((index): Carrier => {
    const start = 8 + 30 * draws.uniform() ** 2
    const growth = 1 + 0.12 * draws.normal()
    return {
      ...{ dist_id: `d${index}`, province: draws.one(PROVINCES), kind: '' },
      orders: (month) => Math.max(2, start * Math.min(6, Math.max(0.3, growth ** month))),
    }
  })
  const articles = range(160).map((index): Article => {
    const segment = index % 9
    const phase = segment % 3 === 0 ? draws.below(12) : null
    const local = draws.uniform()
    return {
      ...{ product_id: 5000 + index, segment: `S${segment}`, price: 20_000 + draws.below(300_000) },
      appeal: draws.lognormal(1),
      ...(local < 0.1 ? { provinces: north } : local < 0.2 ? { provinces: south } : {}),
      season: phase === null ? flat : (month) => 1 + 0.8 * Math.cos(((month - phase) * Math.PI) / 6),
    }
  })
  const carries = ({ appeal }: Article) => Math.min(0.95, 0.45 + 0.3 * appeal)
  return baskets(draws, 14, carriers, articles, { carries, lines: 12, liking: 0.4 })
}

/** Ten distributors of two kinds. */
function few(seed: number): GeneratedShop {
  const draws = drawsOf(seed + 1800)
  const carriers = range(10).map((index): Carrier => {
    const kind = index % 2 === 0 ? 'kiosco' : 'súper'
    const orders = (kind === 'kiosco' ? 20 : 60) * draws.lognormal(0.3)
    return { ...{ dist_id: `${200 + index}`, province: draws.one(PROVINCES), kind }, orders: () => orders }
  })
  const articles = range(60).map((index): Article => {
    const only = draws.uniform()
    return {
      ...{ product_id: 100 + index, segment: `S${index % 4}`, price: 30_000 + draws.below(90_000) },
      ...{ appeal: draws.lognormal(0.8), season: flat },
      ...(only < 0.2 ? { kinds: ['kiosco'] } : only < 0.4 ? { kinds: ['súper'] } : {}),
    }
  })
  return baskets(draws, 12, carriers, articles, { carries: () => 0.85, lines: 8, liking: 0.35 })
}

/** Five months, and a third of the distributors came later. */
function young(seed: number): GeneratedShop {
  const draws = drawsOf(seed + 2700)
  const places = PROVINCES.slice(0, 4)
  const carriers = range(40).map((index): Carrier => {
    const began = index % 3 === 0 ? draws.below(3) : 0
    const orders = 25 * draws.lognormal(0.7)
    return {
      ...{ dist_id: `${300 + index}`, province: draws.one(places), kind: '' },
      orders: (month) => (month < began ? 0 : Math.max(3, orders * (1 + 0.1 * month))),
    }
  })
  const articles = range(90).map(
    (index): Article => ({
      ...{ product_id: 700 + index, segment: `S${draws.below(5)}`, price: 15_000 + draws.below(120_000) },
      ...{ appeal: 1 / (1 + index) ** 0.7, season: flat },
      ...(draws.uniform() < 0.2 ? { provinces: [draws.one(places)] } : {}),
    }),
  )
  return baskets(draws, 5, carriers, articles, { carries: () => 0.8, lines: 10, liking: 0.4 })
}

/** Many articles in families, kinds of distributor that share only a part, one kind with few members. */
function manyArticles(seed: number): GeneratedShop {
  const draws = drawsOf(seed + 3600)
  const kinds = ['kiosco', 'kiosco', 'kiosco', 'farmacia', 'farmacia', 'súper', 'súper', 'súper']
  const carriers = range(90).map((index): Carrier => {
    const kind = index < 5 ? 'estadio' : draws.one(kinds)
    const orders = 60 * draws.lognormal(0.6)
    return { ...{ dist_id: `m${index}`, province: draws.one(PROVINCES), kind }, orders: () => orders }
  })
  const articles = range(500).map((index): Article => {
    const family = Math.floor(index / 10)
    const only = family % 5
    return {
      ...{ product_id: 20_000 + index, segment: `S${family % 15}`, price: 10_000 + draws.below(60_000) },
      ...{ appeal: draws.lognormal(0.9) / (1 + (index % 10)), season: flat },
      ...(only === 0 ? { kinds: [draws.one(['kiosco', 'farmacia', 'súper', 'estadio'])] } : {}),
    }
  })
  const carries = ({ appeal }: Article) => (appeal > 0.5 ? 0.9 : 0.5)
  return baskets(draws, 12, carriers, articles, { carries, lines: 15, liking: 0.5 })
}

/** Local products of a province each, and products of a kind, both at once; large and small distributors. */
function mixed(seed: number): GeneratedShop {
  const draws = drawsOf(seed + 4500)
  const places = PROVINCES.slice(1, 6)
  const carriers = range(100).map((index): Carrier => {
    const kind = draws.one(['chico', 'grande'])
    const orders = (kind === 'chico' ? 12 : 90) * draws.lognormal(0.5)
    return {
      ...{ dist_id: `x${index}`, province: draws.one(places), kind },
      orders: () => Math.max(4, orders),
    }
  })
  const articles = range(200).map((index): Article => {
    const only = draws.uniform()
    return {
      ...{ product_id: 9000 + index, segment: `S${draws.below(10)}`, price: 25_000 + draws.below(200_000) },
      ...{ appeal: draws.lognormal(0.9), season: flat },
      ...(only < 0.15 ? { provinces: [draws.one(places)] } : only < 0.3 ? { kinds: ['grande'] } : {}),
    }
  })
  return baskets(draws, 12, carriers, articles, { carries: () => 0.8, lines: 12, liking: 0.45 })
}

export const UNTUNED_SHOPS: Readonly<Record<string, (seed: number) => GeneratedShop>> = {
  seasons,
  few,
  young,
  manyArticles,
  mixed,
}
