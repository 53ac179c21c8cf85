import { existsSync } from 'node:fs'

/** Loads `.env` of the working directory if it exists. Variables that are already set keep their value. */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}
