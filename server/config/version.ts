import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'
import { z } from 'zod'

const manifest = findPackageJSON(import.meta.url)
if (manifest === undefined) throw new Error('package.json is missing')

/** Folder of the checkout, or of the installed package, whose modules are in another folder. */
export const PACKAGE_FOLDER = dirname(manifest)

export const VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(manifest, 'utf8'))).version
