// Kinds of shops in which a promotion is hard to judge, each for another reason.
import type { Draws } from '#test/opportunities/generated-shop.ts'
import { type BuyerStory, FIRST_DAY, LAST_DAY, MONTH_DAYS, type ShopStory } from './buyers-shop.ts'

const PROVINCES = ['BUENOS AIRES', 'CÓRDOBA', 'SANTA FE', 'MENDOZA', 'SALTA']
const COMPANIES = ['Arcor', 'Ledesma', 'Molinos', 'Quilmes', 'Techint']
const IN_MONTH = [0, MONTH_DAYS - 1] as const

/** Buyers come and go: most were there before, some begin later, and all leave after about a year. */
function life(draws: Draws, mean = 400): Pick<BuyerStory, 'from' | 'until'> {
  const from = FIRST_DAY - 300 + draws.below(LAST_DAY - FIRST_DAY + 300)
  return { from, until: from - Math.round(mean * Math.log(1 - draws.uniform())) }
}

const plain = (draws: Draws): BuyerStory => ({
  ...life(draws),
  ...{ province: draws.one(PROVINCES), company: '' },
  rate: draws.lognormal(0.8) / 45,
  cents: 2_000_000 * draws.lognormal(0.6),
  use: 0.2,
})

const basket = (draws: Draws) => draws.lognormal(0.5)
const steady = { season: () => 1, peak: 1, basket, runs: IN_MONTH }

/** The whole shop doubles in half a year. */
const growing: ShopStory = {
  ...steady,
  size: 2200,
  buyer: plain,
  season: (day) => Math.exp(0.004 * (day - LAST_DAY)),
}

/** Each province has its season, and the promotion is one of two of them. */
const seasonal: ShopStory = {
  ...steady,
  size: 2200,
  buyer: (draws) => {
    const told = plain(draws)
    return { ...told, use: PROVINCES.indexOf(told.province) < 2 ? 0.4 : 0.05 }
  },
  peak: 1.9,
  season: (day, { province }) =>
    1 + 0.9 * Math.sin((2 * Math.PI * day) / 180 + PROVINCES.indexOf(province) * 1.1),
}

/** Who buys more often uses it more often. */
const heavy: ShopStory = {
  ...steady,
  size: 2200,
  buyer: (draws) => {
    const told = plain(draws)
    return { ...told, use: Math.min(0.7, 0.08 + 4 * told.rate) }
  },
}

/** Most buy twice a year, many for the first time. */
const rare: ShopStory = {
  ...steady,
  size: 6000,
  buyer: (draws) => ({ ...plain(draws), ...life(draws, 200), rate: draws.lognormal(0.6) / 150, use: 0.3 }),
}

/** A few baskets are as large as a hundred others, and who fills them uses it. */
const tails: ShopStory = {
  ...steady,
  size: 2600,
  buyer: (draws) => {
    const size = draws.normal()
    return {
      ...plain(draws),
      cents: 1_500_000 * Math.exp(0.9 * size),
      use: 0.25 / (1 + Math.exp(-1.5 * size)),
    }
  },
  basket: (draws) => 0.55 * (1 - draws.uniform()) ** (-1 / 2.5),
}

/** Companies pay bonuses at different times, and their employees use it more or less. */
const companies: ShopStory = {
  ...steady,
  size: 2400,
  buyer: (draws) => {
    const told = plain(draws)
    const place = draws.below(COMPANIES.length + 2)
    return { ...told, company: COMPANIES[place] ?? '', use: [0.4, 0.05, 0.3, 0.2, 0.5][place] ?? 0.1 }
  },
  peak: 2.2,
  season: (day, { company }) => {
    const start = { Arcor: 20, Ledesma: 25, Molinos: -40, Quilmes: 55 }[company]
    return start !== undefined && day >= start && day < start + 25 ? 2.2 : 1
  },
}

/** It runs for half a year before and goes on: who does not use it today may tomorrow. */
const standing: ShopStory = {
  ...steady,
  size: 3000,
  buyer: (draws) => ({ ...plain(draws), use: 0.12 }),
  runs: [-180, LAST_DAY],
}

/** Who has the card always uses it and buys larger baskets; others never do. */
const cards: ShopStory = {
  ...steady,
  size: 2200,
  buyer: (draws) => {
    const told = plain(draws)
    const holds = draws.uniform() < 0.25
    return { ...told, cents: told.cents * (holds ? 1.4 : 1), use: holds ? 1 : 0 }
  },
}

/** Not many more users than are worth a word. */
const small: ShopStory = { ...steady, size: 500, buyer: plain }

/** Buyers come every week, fortnight, month or two, and not by chance; those who come often use it most. */
const regular: ShopStory = {
  ...steady,
  size: 700,
  buyer: (draws) => {
    const every = draws.one([7, 15, 30, 60])
    return {
      ...{
        from: FIRST_DAY,
        until: LAST_DAY,
        province: draws.one(PROVINCES),
        company: draws.one(['', 'Arcor']),
      },
      ...{ rate: 1 / every, cents: draws.one([800_000, 2_000_000, 6_000_000]), use: every < 20 ? 0.3 : 0.1 },
    }
  },
  basket: (draws) => draws.lognormal(0.25),
  days: (draws, { rate }) => {
    const days: number[] = []
    let day = FIRST_DAY + draws.uniform() / rate
    for (; day <= LAST_DAY; day += (0.8 + 0.4 * draws.uniform()) / rate) days.push(Math.floor(day))
    return days
  },
}

export const SHOPS = { growing, seasonal, heavy, rare, tails, companies, standing, cards, small, regular }
