#!/usr/bin/env node
// `gondola <command>`: finds the command by its words in commands/, runs it, and tells failures in one plain sentence.
import { readdirSync } from 'node:fs'
import { argv as processArgv } from 'node:process'
import { type Command, commandContext } from './command.ts'
import { loadEnvFile } from './config.ts'
import { exitCodeOf, plainSentence } from './failures.ts'
import { VERSION } from './version.ts'

async function allCommands(): Promise<Command[]> {
  const folder = new URL('./commands/', import.meta.url)
  const files = readdirSync(folder).filter((name) => /^[a-z-]+\.[jt]s$/.test(name))
  const modules: { command: Command }[] = await Promise.all(
    files.map((name) => import(new URL(name, folder).href)),
  )
  return modules.map(({ command }) => command).sort((a, b) => a.name.localeCompare(b.name))
}

function help(commands: readonly Command[]): string {
  const lines = commands.flatMap(({ usage, summary }) => [
    ...usage.split('\n').map((line) => `  gondola ${line.trim()}`),
    `      ${summary}`,
  ])
  return [
    `Góndola ${VERSION}: analítica de ventas para negocios que venden con distribuidores`,
    '',
    'Uso:',
    ...lines,
    '  gondola --help, --version',
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
  const commands = await allCommands()
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    console.log(help(commands))
    return first === undefined ? 2 : 0
  }
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word))
  const asksHelp = words.includes('--help') || words.includes('-h')
  if (!command) {
    const begunSo = commands.filter(({ name }) => name.startsWith(`${first} `))
    if (begunSo.length > 0 && asksHelp) {
      console.log(help(begunSo))
      return 0
    }
    console.error(`gondola: no hay un comando «${words.slice(0, 2).join(' ')}»\n`)
    console.error(help(begunSo.length > 0 ? begunSo : commands))
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
  console.error(`gondola: ${plainSentence(error)}`)
  process.exitCode = exitCodeOf(error)
}
