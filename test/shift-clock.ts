// Shifts the clock of the process that imports this.
import { CLOCK_AHEAD_MS, shiftClock } from './clock.ts'

shiftClock(CLOCK_AHEAD_MS)
