// Vite plugin that writes the licences of all packages in the bundle into one text file beside it, after those of
// THIRD_PARTY_NOTICES.md. Some packages declare the MIT licence and ship no file.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { z } from 'zod'
import { ROOT } from './root.ts'

/** Address on the server; the page *Términos* links to it. */
const FILE = 'third-party-licences.txt'

const person = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])
const manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  author: person.optional(),
})

/** Folder of the package that a module belongs to; undefined for modules of the product and of the bundler. */
const packageFolder = (module: string): string | undefined =>
  /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1]

const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i

function entryOf(folder: string): string {
  const { name, version, license, author } = manifest.parse(
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  )
  const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file))
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
  if (texts.length === 0 && license !== 'MIT') throw new Error(`${folder} has no licence file`)
  const declared = ['MIT License', `Copyright (c) ${author ?? `the authors of ${name}`}`, mitTerms()]
  return [`${name} ${version}`, ...(texts.length > 0 ? texts : declared)].join('\n\n')
}

/** The product has the same licence. */
function mitTerms(): string {
  const own = readFileSync(join(ROOT, 'LICENSE'), 'utf8').trim()
  return own.slice(own.indexOf('Permission is hereby granted'))
}

const RULE = `\n\n${'-'.repeat(80)}\n\n`

export function licences(): Plugin {
  return {
    name: 'licences',
    apply: 'build',
    generateBundle() {
      const folders = [...this.getModuleIds()].flatMap((module) => packageFolder(module) ?? [])
      const packages = [...new Set(folders)].filter((folder) => existsSync(join(folder, 'package.json')))
      const notices = readFileSync(join(ROOT, 'THIRD_PARTY_NOTICES.md'), 'utf8').trim()
      const source = `${[notices, ...packages.sort().map(entryOf)].join(RULE)}\n`
      this.emitFile({ type: 'asset', fileName: FILE, source })
    },
  }
}
