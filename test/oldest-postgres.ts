// The oldest PostgreSQL that the product takes, for the tests of outages and hosts (Vitest's globalSetup).
import type { TestProject } from 'vitest/node'
import { provide } from './postgres.ts'

export default (project: TestProject): Promise<() => Promise<void>> => provide(project, { oldest: true })
