// How much the values of a dimension usually depart from their share of the whole, measured over past months.

/** What a value brought in one month beside what its share made likely; in the smallest unit of the measure. */
export interface Deviation {
  /** Squared, and grown by what estimating the share from the same months takes from it. */
  readonly square: number
  readonly size: number
}

/** Variance of a value: `perPeso` × size + `relative` × size². */
export interface Noise {
  readonly perPeso: number
  readonly relative: number
}

export const varianceOf = ({ perPeso, relative }: Noise, size: number): number =>
  perPeso * size + relative * size * size

export const scaled = ({ perPeso, relative }: Noise, by: number): Noise => ({
  perPeso: perPeso * by,
  relative: relative * by,
})

/** The mean of what was expected and what came, so that a value which disappears is as surprising as one that appears. */
export const sizeOf = (expected: number, came: number): number => (Math.abs(expected) + Math.abs(came)) / 2

const ROUNDS = 6
/** Months farther out than this many deviations count as this many: past incidents must not hide new ones. */
const CLIP = 3

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Median of the squares per size over the median of a squared normal deviate. */
function firstGuess(deviations: readonly Deviation[]): Noise {
  const scales = deviations.map(({ square, size }) => square / size).sort((one, other) => one - other)
  return { perPeso: (scales[Math.floor(scales.length / 2)] ?? 0) / 0.455, relative: 0 }
}

/** Fits both parts of the variance by weighted least squares; null with too few deviations. */
export function fitNoise(all: readonly Deviation[]): Noise | null {
  const deviations = all.filter(({ size }) => size > 0)
  if (deviations.length < 3) return null
  let noise = firstGuess(deviations)
  for (let round = 0; round < ROUNDS; round++) noise = refit(deviations, noise)
  return noise
}

function refit(deviations: readonly Deviation[], noise: Noise): Noise {
  let [a, b, c, x, y] = [0, 0, 0, 0, 0]
  for (const { square, size } of deviations) {
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

/** How much jumpier than `noise` these deviations are, as a factor of its variance; `prior` usual ones stand against them. */
export function jumpiness(deviations: readonly Deviation[], noise: Noise, prior: number): number {
  const squares = deviations.flatMap(({ square, size }) => {
    const variance = varianceOf(noise, size)
    return variance > 0 ? [Math.min(square / variance, 16)] : []
  })
  return (prior + sum(squares)) / (prior + squares.length)
}
