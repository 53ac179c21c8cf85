// Runs a script and writes its peak memory to file descriptor 3.
import { writeSync } from 'node:fs'

process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS * 1024)))
process.argv.splice(1, 1)
await import(process.argv[1] ?? '')
