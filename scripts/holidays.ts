// Writes the holidays of Argentina from date-holidays, a development dependency because it takes 45 MB with its packages.
// Run node scripts/holidays.ts after each of its updates.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { holidaysOfArgentina } from './holidays-of-argentina.ts'

const FILE = join(import.meta.dirname, '../server/forecast/argentina.json')
writeFileSync(FILE, `${JSON.stringify(holidaysOfArgentina(), null, 2)}\n`)
