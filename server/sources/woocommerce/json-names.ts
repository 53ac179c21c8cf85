// The names of the members that are read of an object, found by their bytes without making a string of them. Pure.
import { isSame } from './text-cache.ts'

export const UNREAD = -1

const SLOTS = 512
const slotOf = (length: number, first: number, last: number) => (length * 37 + first * 31 + last * 3) % SLOTS

export class Names {
  readonly #slots = new Int8Array(SLOTS).fill(UNREAD)
  readonly #names: readonly Uint8Array[]

  constructor(names: readonly string[]) {
    this.#names = names.map((name) => new TextEncoder().encode(name))
    for (const [place, name] of this.#names.entries()) {
      let slot = slotOf(name.length, name[0]!, name[name.length - 1]!)
      while (this.#slots[slot] !== UNREAD) slot = (slot + 1) % SLOTS
      this.#slots[slot] = place
    }
  }

  /** Place of the name between two places, or UNREAD. */
  find(bytes: Uint8Array, from: number, to: number): number {
    if (from === to) return UNREAD
    for (let slot = slotOf(to - from, bytes[from]!, bytes[to - 1]!); ; slot = (slot + 1) % SLOTS) {
      const place = this.#slots[slot]!
      if (place === UNREAD) return UNREAD
      const name = this.#names[place]!
      if (name.length === to - from && isSame(bytes, from, to, name)) return place
    }
  }
}
