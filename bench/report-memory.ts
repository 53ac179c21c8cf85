// Runs a script of the product as it is and tells the peak memory of its process on file descriptor 3.
import { writeSync } from 'node:fs'

process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS * 1024)))
process.argv.splice(1, 1)
await import(process.argv[1] ?? '')
