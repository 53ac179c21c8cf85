/** What a drop may hold. Bytes. */
export const LIMITS = {
  upload: 512 * 1024 ** 2,
  unpacked: 2 * 1024 ** 3,
  /** A file that unpacks to more than so many times its size is a bomb; checked from `ratioFrom` on. */
  ratio: 250,
  ratioFrom: 64 * 1024 ** 2,
  files: 200,
  columns: 2000,
  rows: 10_000_000,
  /** Characters of a row. */
  row: 1024 ** 2,
  /** Characters of all shared texts of a workbook. */
  sharedText: 128 * 1024 ** 2,
} as const
