// Tests of screens run on a fixed day, so that the demo, running months and weeks always look the same.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Noon of a Thursday late in a month, in the shop's time zone. */
const TODAY = '2026-11-26T12:00:00-03:00'

/** Hands the difference to all processes of a run, which thus share a clock. */
const NAME = 'TEST_CLOCK_AHEAD_MS'
process.env[NAME] ??= String(Date.parse(TODAY) - Date.now())
export const CLOCK_AHEAD_MS = Number(process.env[NAME])

/** Arguments for a process of Node. */
export const shiftedClock: readonly string[] = [
  '--import',
  pathToFileURL(join(import.meta.dirname, 'shift-clock.ts')).href,
]

/** Also runs in pages, and so uses nothing from outside. */
export function shiftClock(aheadMs: number): void {
  const { now } = Date
  Date.now = () => now() + aheadMs
  globalThis.Date = new Proxy(Date, {
    construct: (real, given, target) =>
      Reflect.construct(real, given.length > 0 ? given : [real.now()], target),
    apply: (real) => new real(real.now()).toString(),
  })
}
