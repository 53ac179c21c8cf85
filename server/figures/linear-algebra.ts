// In a fixed order of operations, so that every run gives the same numbers.

export function sumOf(values: ArrayLike<number>): number {
  let sum = 0
  for (let index = 0; index < values.length; index++) sum += values[index] ?? 0
  return sum
}

export function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0)
  return sum
}

/** Of a positive definite matrix, by Gauss and Jordan; such a matrix needs no pivots. */
export function inverseOf(matrix: readonly Float64Array[]): Float64Array[] {
  const size = matrix.length
  const rows = matrix.map((line, index) => {
    const row = new Float64Array(2 * size)
    row.set(line)
    row[size + index] = 1
    return row
  })
  rows.forEach((pivot, i) => {
    const scale = pivot[i] || 1
    for (let j = 0; j < pivot.length; j++) pivot[j] = (pivot[j] ?? 0) / scale
    for (const [k, row] of rows.entries()) {
      const factor = row[i] ?? 0
      if (k === i || factor === 0) continue
      for (let j = i; j < row.length; j++) row[j] = (row[j] ?? 0) - factor * (pivot[j] ?? 0)
    }
  })
  return rows.map((row) => row.slice(size))
}
