// Writes the tables of docs/errors.md from the list of the contract: node scripts/error-tables.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ERROR_CODES, ERRORS, FIELD_ERROR_CODES, FIELD_ERRORS } from '#contract/errors.ts'

const FILE = join(import.meta.dirname, '../docs/errors.md')
const PLACE = /(<!-- error tables -->\n).*?(?=<!-- end of error tables -->)/s

const codes = () =>
  ERROR_CODES.map((code) => `| \`${code}\` | ${ERRORS[code][0]} | ${ERRORS[code][1]} |\n`).join('')
const fieldCodes = () => FIELD_ERROR_CODES.map((code) => `| \`${code}\` | ${FIELD_ERRORS[code]} |\n`).join('')

/** docs/errors.md with tables as the contract has them. */
export const withErrorTables = (text: string): string =>
  text.replace(
    PLACE,
    (_, start: string) =>
      `${start}\n| code | status | message |\n|---|---|---|\n${codes()}\n## Of fields\n\n| code | message |\n|---|---|\n${fieldCodes()}\n`,
  )

if (import.meta.main) writeFileSync(FILE, withErrorTables(readFileSync(FILE, 'utf8')))
