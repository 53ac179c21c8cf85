#!/usr/bin/env node
// Entry point of `gondola`. Enables the compile cache before it loads any module of the product.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

const { directory } = enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/gondola'))
// Worker threads read it from the environment.
if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory

// Before anything else, since it starts the process again.
if (process.argv[2] === 'start') (await import('./start/relaunch.ts')).relaunchWithLimits()

await import('./terminal/run-command.ts')
