// Leading eigenvalues of a symmetric matrix, by orthogonal iteration from fixed vectors, so that every run gives the same numbers.

const ROUNDS = 40

export interface Eigen {
  readonly values: readonly number[]
  readonly vectors: readonly Float64Array[]
}

/** The `count` largest eigenvalues by magnitude, with unit vectors. */
export function leadingEigen(matrix: readonly Float64Array[], count: number): Eigen {
  const size = matrix.length
  let vectors = Array.from({ length: Math.min(count, size) }, (_, k) =>
    Float64Array.from({ length: size }, (_, d) => Math.sin((d + 1) * (k + 1) * 1.7 + k)),
  )
  for (let round = 0; round < ROUNDS; round++) vectors = orthonormal(vectors.map((one) => times(matrix, one)))
  const values = vectors.map((vector) => dot(vector, times(matrix, vector)))
  return { values, vectors }
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0)
  return sum
}

const times = (matrix: readonly Float64Array[], vector: Float64Array): Float64Array =>
  Float64Array.from(matrix, (row) => dot(row, vector))

function orthonormal(vectors: readonly Float64Array[]): Float64Array[] {
  const done: Float64Array[] = []
  for (const vector of vectors) {
    for (const earlier of done) {
      const along = dot(vector, earlier)
      for (let index = 0; index < vector.length; index++)
        vector[index] = (vector[index] ?? 0) - along * (earlier[index] ?? 0)
    }
    const length = Math.sqrt(dot(vector, vector)) || 1
    done.push(vector.map((value) => value / length))
  }
  return done
}
