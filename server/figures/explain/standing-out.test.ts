import { expect, test } from 'vitest'
import { ranked } from './standing-out.ts'

/** Where noise grows with size alone, or all changes have one size, binary traces must not decide. */
const SHOPS = {
  'that add up to less than nothing': [
    { key: 'CÓRDOBA', before: -24_192, after: -175, history: [1633, -3852] },
    { key: 'SALTA', before: 22_757, after: 11_522, history: [11_465, 2674] },
    { key: 'SIN PROVINCIA', before: -3008, after: -5675, history: [3371, -1409] },
  ],
  'of which one is new and one is gone': [
    { key: 'Alfajores', before: 257, after: 0, history: [6430] },
    { key: 'Bombones', before: 206, after: 825, history: [8644] },
    { key: 'Galletitas', before: 0, after: 8641, history: [9042] },
  ],
  'whose changes have one size': [
    { key: 'Norte', before: 2, after: 1, history: [0] },
    { key: 'Sur', before: 0, after: 4, history: [0] },
    { key: 'Oeste', before: 2, after: 1, history: [1] },
  ],
}

test.each(Object.entries(SHOPS))('swapped periods say the same of values %s', (_, values) => {
  const swapped = values.map(({ before, after, ...rest }) => ({ ...rest, before: after, after: before }))
  const explained = (moves: typeof values) =>
    ranked([{ dimension: 'province', values: moves }]).map(({ explains, strongest }) => [
      explains.toFixed(9),
      strongest,
    ])
  expect(explained(swapped)).toEqual(explained(values))
})
