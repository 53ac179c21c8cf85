// The checkout's folder, wherever a script is started from.
import { dirname } from 'node:path'

export const ROOT = dirname(import.meta.dirname)
