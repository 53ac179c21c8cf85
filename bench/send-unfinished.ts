// Sends webhook bodies that do not end, apart from the process that measures; holds them until stdin closes.
import { flood } from '#test/unfinished-bodies.ts'

const [, , port, count] = process.argv
const bodies = await flood(Number(port), Number(count))
console.log('sent')
process.stdin.resume().once('end', () => void bodies.end())
