import { readdirSync } from 'node:fs'
import { extname } from 'node:path'
import { argv as processArgv } from 'node:process'
import { loadEnvFile } from '#server/config/env-file.ts'
import { VERSION } from '#server/config/version.ts'
import { type Command, commandContext } from './command.ts'
import { withoutControlCharacters } from './control-characters.ts'
import { exitCodeOf, plainSentence } from './failures.ts'

const FOLDER = new URL('../commands/', import.meta.url)

/** Extension of this module: in the package it is plain JavaScript, since Node strips no types there. */
const EXTENSION = extname(import.meta.filename)

/** Without tests. */
const files = () => readdirSync(FOLDER).filter((name) => /^[a-z-]+\.[jt]s$/.test(name))

async function load(names: readonly string[]): Promise<Command[]> {
  const commands = await Promise.all(names.map(commandIn))
  return commands.sort((a, b) => a.name.localeCompare(b.name))
}

const allCommands = () => load(files())

/** Loads the files named after the first word, such as import.ts and import-csv.ts, otherwise all of them. */
async function commandsOf(first: string): Promise<Command[]> {
  const named = files().filter((name) => name === `${first}${EXTENSION}` || name.startsWith(`${first}-`))
  return named.length > 0 ? load(named) : allCommands()
}

async function commandIn(file: string): Promise<Command> {
  const { command }: { command: Command } = await import(new URL(file, FOLDER).href)
  return command
}

/** In lines of at most 100 characters, indented. */
const wrapped = (text: string) => text.match(/\S.{0,93}(?=\s|$)/g)?.map((line) => `      ${line}`) ?? []

/** `brief`: only the first sentence about each command. */
function help(commands: readonly Command[], brief = false): string {
  const lines = commands.flatMap(({ usage, summary }) => [
    ...usage.split('\n').map((line) => `  gondola ${line.trim()}`),
    ...wrapped(brief ? (summary.split(/(?<=\.) /)[0] ?? '') : summary),
  ])
  return [
    `Góndola ${VERSION}: analítica de ventas para negocios que venden con distribuidores`,
    '',
    'Uso:',
    ...lines,
    '  gondola --help, --version',
    ...(brief ? ['  gondola COMANDO --help   lo explica entero'] : []),
    '',
    'La configuración se lee del entorno y del archivo .env de la carpeta actual.',
  ].join('\n')
}

async function main(words: readonly string[]): Promise<number> {
  const [first] = words
  if (first === '--version' || first === '-v') {
    console.log(VERSION)
    return 0
  }
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    console.log(help(await allCommands(), true))
    return first === undefined ? 2 : 0
  }
  const commands = await commandsOf(first)
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word))
  const asksHelp = words.includes('--help') || words.includes('-h')
  if (!command) {
    const similar = commands.filter(({ name }) => name.startsWith(`${first} `))
    if (similar.length > 0 && asksHelp) {
      console.log(help(similar))
      return 0
    }
    console.error(`gondola: no hay un comando «${words.slice(0, 2).join(' ')}»\n`)
    console.error(similar.length > 0 ? help(similar) : help(commands, true))
    return 2
  }
  const argv = words.slice(command.name.split(' ').length)
  if (asksHelp) {
    console.log(help([command]))
    return 0
  }
  loadEnvFile()
  return command.run(argv, commandContext())
}

try {
  process.exitCode = await main(processArgv.slice(2))
} catch (error) {
  console.error(`gondola: ${withoutControlCharacters(plainSentence(error))}`)
  process.exitCode = exitCodeOf(error)
}
