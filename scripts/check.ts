// Static checks: format and lint, types, unused code, imports between rooms, and documentation.
import { runStep, type Step } from './steps.ts'

/** One checker per project: more of them on the same project check shared types again. Results of the last run are reused. */
const types = (name: string, project: string): Step => ({
  name: `types: ${name}`,
  command: [
    ...(['node_modules/typescript/bin/tsc', '-p', project, '--checkers', '1'] as const),
    ...[
      '--incremental',
      '--tsBuildInfoFile',
      `node_modules/.cache/tsc/${name.replaceAll(' ', '-')}.tsbuildinfo`,
    ],
  ],
})

const PROJECTS: readonly Step[] = [
  types('server', 'tsconfig.json'),
  types('component and browser tests', 'test/e2e/tsconfig.json'),
  types('web', 'web/tsconfig.json'),
]

const LINT: Step = {
  name: 'format and lint',
  command: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
}

const UNUSED: Step = {
  name: 'unused code',
  command: ['node_modules/knip/bin/knip.js', '--no-progress'],
}

const WALLS: Step = {
  name: 'rooms and documentation',
  command: ['node_modules/vitest/vitest.mjs', 'run', '--project', 'static'],
}

/** Checks that are not tests; longest first. */
export const CHECKS: readonly Step[] = [PROJECTS, LINT, UNUSED].flat()

/** Runs the steps, `atOnce` at a time, and returns how many failed. */
export async function check(
  steps: readonly Step[] = CHECKS,
  atOnce = 2,
  say: (line: string) => void = console.log,
): Promise<number> {
  const pending = [...steps]
  let failed = 0
  const worker = async () => {
    for (let step = pending.shift(); step !== undefined; step = pending.shift()) {
      if (!(await runStep(step, say))) failed += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return failed
}

if (import.meta.main) process.exitCode = (await check([...CHECKS, WALLS])) > 0 ? 1 : 0
