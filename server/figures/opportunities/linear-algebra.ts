// Small symmetric problems, in a fixed order of operations, so that every run gives the same numbers.
import { rowOf } from './sold.ts'

export const square = (size: number): Float64Array[] =>
  Array.from({ length: size }, () => new Float64Array(size))

export function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0)
  return sum
}

export function unit(vector: Float64Array): Float64Array {
  const length = Math.sqrt(dot(vector, vector)) || 1
  return vector.map((value) => value / length)
}

/** `of` for each pair of rows. */
export function pairs(size: number, of: (one: number, other: number) => number): Float64Array[] {
  const matrix = square(size)
  for (let one = 0; one < size; one++)
    for (let other = one; other < size; other++) {
      const value = of(one, other)
      rowOf(matrix, one)[other] = value
      rowOf(matrix, other)[one] = value
    }
  return matrix
}

interface Eigen {
  readonly value: number
  readonly vector: Float64Array
}

const ROUNDS = 12

/** The leading eigenvalues of a symmetric matrix, with unit vectors, by orthogonal iteration. */
export function leadingEigen(matrix: readonly Float64Array[], count: number): Eigen[] {
  const size = matrix.length
  let vectors: Float64Array[] = Array.from({ length: Math.min(count, size) }, (_, k) =>
    Float64Array.from({ length: size }, (_, row) => Math.sin((row + 1) * (k + 1) * 1.7 + k)),
  )
  const times = (vector: Float64Array) => {
    const product = new Float64Array(size)
    for (let row = 0; row < size; row++) product[row] = dot(rowOf(matrix, row), vector)
    return product
  }
  for (let round = 0; round < ROUNDS; round++) vectors = orthonormal(vectors.map(times))
  return vectors.map((vector) => ({ value: dot(vector, times(vector)), vector }))
}

function orthonormal(vectors: readonly Float64Array[]): Float64Array[] {
  const done: Float64Array[] = []
  for (const vector of vectors) {
    for (const earlier of done) {
      const along = dot(vector, earlier)
      for (let row = 0; row < vector.length; row++)
        vector[row] = (vector[row] ?? 0) - along * (earlier[row] ?? 0)
    }
    done.push(unit(vector))
  }
  return done
}

const PENALTY = 1e-3

/** Weights of least squares with a small penalty. Each sample holds its features and, last, its value. */
export function leastSquares(samples: readonly (readonly number[])[]): Float64Array {
  const width = (samples[0]?.length ?? 1) - 1
  const rows = Array.from({ length: width }, () => new Float64Array(width + 1))
  for (const sample of samples)
    for (let i = 0; i < width; i++) {
      const row = rowOf(rows, i)
      for (let j = 0; j <= width; j++) row[j] = (row[j] ?? 0) + (sample[i] ?? 0) * (sample[j] ?? 0)
    }
  for (let i = 0; i < width; i++) rowOf(rows, i)[i] = (rowOf(rows, i)[i] ?? 0) * (1 + PENALTY) + 1e-9
  return eliminated(rows)
}

/** Gauss and Jordan, without pivots, which a positive definite matrix does not need. */
function eliminated(rows: readonly Float64Array[]): Float64Array {
  const width = rows.length
  rows.forEach((pivot, i) => {
    rows.forEach((row, k) => {
      if (k === i) return
      const factor = (row[i] ?? 0) / (pivot[i] || 1)
      for (let j = i; j <= width; j++) row[j] = (row[j] ?? 0) - factor * (pivot[j] ?? 0)
    })
  })
  return Float64Array.from(rows, (row, i) => (row[width] ?? 0) / (row[i] || 1))
}
