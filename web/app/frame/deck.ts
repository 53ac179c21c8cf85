// Which months are drawn: the one on screen and, behind it, neighbours as they will look. Plain values, no React.
import type { Month } from '#contract/month.ts'

export interface Sheet {
  readonly id: number
  readonly month: Month
}

export interface Deck {
  readonly path: string
  /** What the address asks for beside path and month. */
  readonly rest: string
  readonly sheets: readonly Sheet[]
  /** Of the sheet on screen. */
  readonly shown: number
  /** Somebody has picked, opened or scrolled something on the sheet, which its neighbours know nothing of. */
  readonly touched: boolean
}

export const newDeck = (path: string, rest: string, month: Month): Deck => ({
  path,
  rest,
  sheets: [{ id: 0, month }],
  shown: 0,
  touched: false,
})

/** As it has to be for this address: a neighbour that is drawn already comes forward, else the sheet itself is drawn anew. */
export function deckAt(deck: Deck, path: string, rest: string, month: Month): Deck {
  if (path !== deck.path) return { ...alone(deck, month), path, rest, touched: false }
  if (rest !== deck.rest) return { ...alone(deck, month), rest }
  const there = deck.sheets.find((sheet) => sheet.month === month)
  if (!there) return alone(deck, month)
  return there.id === deck.shown ? deck : { ...deck, shown: there.id }
}

/** From here on a step draws the sheet itself anew, so that what was done on it stays. */
export const touch = (deck: Deck): Deck =>
  deck.touched ? deck : { ...alone(deck, monthOf(deck)), touched: true }

/** Without neighbours, which may come again. */
export const bare = (deck: Deck): Deck => (deck.sheets.length > 1 ? alone(deck, monthOf(deck)) : deck)

/** With one more of these neighbours, on the sheet of a month that is none any more where there is one. */
export function withNeighbour(deck: Deck, neighbours: readonly Month[]): Deck {
  const missing = neighbours.find((month) => deck.sheets.every((sheet) => sheet.month !== month))
  if (deck.touched || !missing) return deck
  const spare = deck.sheets.find(({ id, month }) => id !== deck.shown && !neighbours.includes(month))
  const id = spare?.id ?? 1 + Math.max(...deck.sheets.map((sheet) => sheet.id))
  return { ...deck, sheets: [...deck.sheets.filter((sheet) => sheet !== spare), { id, month: missing }] }
}

const monthOf = ({ sheets, shown }: Deck): Month => {
  const sheet = sheets.find(({ id }) => id === shown)
  if (!sheet) throw new Error('no sheet is shown')
  return sheet.month
}

const alone = (deck: Deck, month: Month): Deck => ({ ...deck, sheets: [{ id: deck.shown, month }] })
