// The static part of the proof: format and lint, types on both sides, unused code, the walls between the rooms.
import { runStep, type Step } from './steps.ts'

export const CHECKS: readonly Step[] = [
  {
    name: 'format and lint',
    command: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  },
  { name: 'types: server and contract', command: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'] },
  { name: 'types: web', command: ['node_modules/typescript/bin/tsc', '-p', 'web/tsconfig.json'] },
  {
    name: 'types: component and browser tests',
    command: ['node_modules/typescript/bin/tsc', '-p', 'test/e2e/tsconfig.json'],
  },
  { name: 'unused code', command: ['node_modules/knip/bin/knip.js', '--no-progress'] },
]

const WALLS: Step = {
  name: 'rooms and records',
  command: ['node_modules/vitest/vitest.mjs', 'run', '--project', 'static'],
}

/** How many checks failed. Two at a time: the type checkers take a core each. */
export async function check(steps: readonly Step[] = CHECKS): Promise<number> {
  const waiting = [...steps]
  let failed = 0
  const worker = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      if (!(await runStep(step))) failed += 1
    }
  }
  await Promise.all([worker(), worker()])
  return failed
}

if (import.meta.main) process.exitCode = (await check([...CHECKS, WALLS])) > 0 ? 1 : 0
