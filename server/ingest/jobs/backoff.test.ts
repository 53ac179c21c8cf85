// The polling interval of a job that runs every few seconds, on a simulated clock.
import { expect, test } from 'vitest'
import { createBackoff } from './backoff.ts'

const START = Date.parse('2026-06-10T12:00:00Z')

/** Seconds between the runs of a job that is offered one every 15 seconds. */
function looks(how: (seconds: number) => 'moved' | 'quiet' | 'failed', minutes: number): number[] {
  const pace = createBackoff(() => 1)
  const taken: number[] = []
  for (let seconds = 0; seconds <= minutes * 60; seconds += 15) {
    const now = new Date(START + seconds * 1000)
    if (!pace.isDue(now)) continue
    taken.push(seconds)
    pace.ended(how(seconds), now)
  }
  return taken.slice(1).map((at, index) => at - (taken[index] ?? 0))
}

test('checks every time while there are changes', () => {
  expect(new Set(looks(() => 'moved', 10))).toEqual(new Set([15]))
})

test('backs off while nothing changes, and one change resets it', () => {
  const quiet = looks(() => 'quiet', 60)
  expect(quiet.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 15))
  expect(quiet[21]).toBe(30)
  expect(quiet.at(-1)).toBe(60)
  expect(looks((seconds) => (seconds < 3000 ? 'quiet' : 'moved'), 60).at(-1)).toBe(15)
})

test('backs off from a failing shop and resumes at once when it recovers', () => {
  const failing = looks(() => 'failed', 120)
  expect(failing.slice(0, 5)).toEqual([30, 60, 120, 240, 480])
  expect(failing.at(-1)).toBe(600)
  expect(looks((seconds) => (seconds < 900 ? 'failed' : 'moved'), 60).at(-1)).toBe(15)
})

test('does not stall after the clock is set back', () => {
  const pace = createBackoff(() => 1)
  pace.ended('failed', new Date(START))
  expect(pace.isDue(new Date(START + 1000))).toBe(false)
  expect(pace.isDue(new Date(START - 3600_000))).toBe(true)
})
