// How much the values of a dimension usually deviate from their share of the whole, measured over past months.

/** The difference of a value in one month from what the months before predict; in the smallest unit of the measure. */
export interface Deviation {
  /** Squared, without the uncertainty of the prediction. */
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

/** Between the expected and the actual figure, so that a value that appears is not infinitely surprising. */
export const sizeOf = (expected: number, came: number): number =>
  (2 * Math.abs(expected) + Math.abs(came)) / 3

const ROUNDS = 6
/** Deviations beyond this many standard deviations count as this many, so that past incidents do not hide new ones. */
const CLIP = 3

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Median of the squares per size, divided by the median of a squared normal deviate. */
function firstGuess(deviations: readonly Deviation[]): Noise {
  const scales = deviations.map(({ square, size }) => square / size).sort((one, other) => one - other)
  return { perPeso: (scales[Math.floor(scales.length / 2)] ?? 0) / 0.455, relative: 0 }
}

/** Fits both parts of the variance by weighted least squares; null if there are too few deviations. */
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
  // Of deviations of one size both parts fit as well, and the last binary digit would choose.
  const isKnown = determinant > 1e-9 * a * c
  const [perPeso, relative] = [(x * c - y * b) / determinant, (a * y - b * x) / determinant]
  if (isKnown && perPeso >= 0 && relative >= 0) return { perPeso, relative }
  return relative < 0 || !isKnown ? { perPeso: x / a, relative: 0 } : { perPeso: 0, relative: y / c }
}

/**
 * Ratio of the variance of these deviations to that of `noise`; shrunk towards 1 as if `prior` usual deviations had been added.
 */
export function varianceRatio(deviations: readonly Deviation[], noise: Noise, prior: number): number {
  const squares = deviations.flatMap(({ square, size }) => {
    const variance = varianceOf(noise, size)
    return variance > 0 ? [Math.min(square / variance, 16)] : []
  })
  return (prior + sum(squares)) / (prior + squares.length)
}
