#!/usr/bin/env node
// Starts `gondola`. Imports nothing of the product before what was compiled the last time is at hand.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

const { directory } = enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/gondola'))
// Threads read it from their environment.
if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory

await import('./run-command.ts')
