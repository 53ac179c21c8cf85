// In a fixed order of operations, so that every run gives the same numbers.

export function sumOf(values: ArrayLike<number>): number {
  let sum = 0
  for (let index = 0; index < values.length; index++) sum += values[index] ?? 0
  return sum
}

/** The values of a square matrix, line after line: thousands of short arrays take longer than the sums in them. */
export type Square = Float64Array

/** Of a positive definite matrix, by Gauss and Jordan; such a matrix needs no pivots. */
export function inverseOf(matrix: Square, size: number): Square {
  const width = 2 * size
  const rows = new Float64Array(size * width)
  for (let i = 0; i < size; i++) {
    rows.set(matrix.subarray(i * size, (i + 1) * size), i * width)
    rows[i * width + size + i] = 1
  }
  for (let i = 0; i < size; i++) {
    // Before and after them, the pivot holds zeros.
    const [pivot, start, end] = [i * width, i, size + i + 1]
    const scale = rows[pivot + i] || 1
    for (let j = start; j < end; j++) rows[pivot + j] = (rows[pivot + j] ?? 0) / scale
    for (let k = 0; k < size; k++) {
      const row = k * width
      const factor = rows[row + i] ?? 0
      if (k === i || factor === 0) continue
      for (let j = start; j < end; j++) rows[row + j] = (rows[row + j] ?? 0) - factor * (rows[pivot + j] ?? 0)
    }
  }
  const inverse = new Float64Array(size * size)
  for (let i = 0; i < size; i++) inverse.set(rows.subarray(i * width + size, (i + 1) * width), i * size)
  return inverse
}

/** The solution of a positive definite system, by Cholesky. `matrix`: its values on and below the diagonal are read. */
export function solved(matrix: Square, values: Float64Array): Float64Array {
  const size = values.length
  const [roots, result] = [matrix.slice(), values.slice()]
  for (let i = 0; i < size; i++) {
    const line = i * size
    for (let j = 0; j <= i; j++) {
      const other = j * size
      let sum = roots[line + j] ?? 0
      for (let k = 0; k < j; k++) sum -= (roots[line + k] ?? 0) * (roots[other + k] ?? 0)
      roots[line + j] = i === j ? Math.sqrt(sum) : sum / (roots[other + j] || 1)
    }
    let sum = result[i] ?? 0
    for (let k = 0; k < i; k++) sum -= (roots[line + k] ?? 0) * (result[k] ?? 0)
    result[i] = sum / (roots[line + i] || 1)
  }
  for (let i = size - 1; i >= 0; i--) {
    const value = (result[i] ?? 0) / (roots[i * size + i] || 1)
    result[i] = value
    for (let k = 0; k < i; k++) result[k] = (result[k] ?? 0) - value * (roots[i * size + k] ?? 0)
  }
  return result
}

/** A matrix times a vector. */
export function times(matrix: Square, vector: Float64Array): Float64Array {
  const size = vector.length
  const result = new Float64Array(size)
  for (let i = 0; i < size; i++) {
    let sum = 0
    for (let j = 0; j < size; j++) sum += (matrix[i * size + j] ?? 0) * (vector[j] ?? 0)
    result[i] = sum
  }
  return result
}
