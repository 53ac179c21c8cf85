// How much the values of a dimension usually move beside each other from one month to the next.

/** What a value brought in two periods. */
export interface Move {
  readonly before: number
  readonly after: number
}

/** Variance of a value's excess: `perPeso` × size + `relative` × size². */
export interface Noise {
  readonly perPeso: number
  readonly relative: number
}

/** A value's move beyond the common growth, and its usual size; swapped periods turn the sign alone. */
export function excessOf({ before, after }: Move, growth: number) {
  const root = Math.sqrt(growth)
  const [was, is] = [before * root, after / root]
  return { excess: is - was, size: (Math.abs(is) + Math.abs(was)) / 2 }
}

export const varianceOf = ({ perPeso, relative }: Noise, size: number): number =>
  perPeso * size + relative * size * size

const ROUNDS = 6
/** Moves farther out than this many deviations count as this many: past incidents must not hide new ones. */
const CLIP = 2.5

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

export const growthOf = (moves: readonly Move[]): number => {
  const [before, after] = [sum(moves.map((move) => move.before)), sum(moves.map((move) => move.after))]
  return before > 0 && after > 0 ? after / before : 1
}

/** Median of the squared excess per size over the median of a squared normal deviate. */
function firstGuess(squares: readonly { square: number; size: number }[]): Noise {
  const scaled = squares.map(({ square, size }) => square / size).sort((one, other) => one - other)
  return { perPeso: (scaled[Math.floor(scaled.length / 2)] ?? 0) / 0.455, relative: 0 }
}

/** Fits both parts of the variance to past moves by weighted least squares; null without any. */
export function fitNoise(months: readonly (readonly Move[])[]): Noise | null {
  const squares = months.flatMap((moves) => {
    const growth = growthOf(moves)
    return moves.flatMap((move) => {
      const { excess, size } = excessOf(move, growth)
      return size > 0 ? [{ square: excess * excess, size }] : []
    })
  })
  if (squares.length < 3) return null
  let noise = firstGuess(squares)
  for (let round = 0; round < ROUNDS; round++) noise = refit(squares, noise)
  return noise
}

function refit(squares: readonly { square: number; size: number }[], noise: Noise): Noise {
  let [a, b, c, x, y] = [0, 0, 0, 0, 0]
  for (const { square, size } of squares) {
    const variance = varianceOf(noise, size) || size
    const weight = 1 / (variance * variance)
    const clipped = Math.min(square, CLIP * CLIP * variance)
    a += weight * size * size
    b += weight * size ** 3
    c += weight * size ** 4
    x += weight * size * clipped
    y += weight * size * size * clipped
  }
  const determinant = a * c - b * b
  const [perPeso, relative] = [(x * c - y * b) / determinant, (a * y - b * x) / determinant]
  if (determinant > 0 && perPeso >= 0 && relative >= 0) return { perPeso, relative }
  return relative < 0 || !(determinant > 0)
    ? { perPeso: x / a, relative: 0 }
    : { perPeso: 0, relative: y / c }
}

/** How much jumpier than the others a value has been, as a factor of its variance; `prior` moves as usual stand against them. */
export function jumpiness(
  moves: readonly (Move & { readonly growth: number })[],
  noise: Noise,
  prior: number,
): number {
  const squares = moves.flatMap((move) => {
    const { excess, size } = excessOf(move, move.growth)
    const variance = varianceOf(noise, size)
    return variance > 0 ? [Math.min((excess * excess) / variance, 16)] : []
  })
  return Math.max(0.7, (prior + sum(squares)) / (prior + squares.length))
}
