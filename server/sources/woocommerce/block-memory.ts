// Memory that blocks of files are read into, and into again once nobody reads them: new memory comes from the system page
// by page, each set to zero before, which takes as long as the reading. Imports nothing.

interface Use {
  readonly memory: SharedArrayBuffer
  readers: number
  /** Where it goes after the last reader. */
  readonly free: SharedArrayBuffer[]
}

const uses = new WeakMap<ArrayBufferLike, Use>()

/** Blocks that threads share; each has one reader when it is taken, and holds what it held. */
export function blockMemory(): (bytes: number) => Buffer<SharedArrayBuffer> {
  const free: SharedArrayBuffer[] = []
  return (bytes) => {
    const at = free.findIndex(({ byteLength }) => byteLength === bytes)
    const memory = free.splice(at, at < 0 ? 0 : 1)[0] ?? new SharedArrayBuffer(bytes)
    uses.set(memory, { memory, readers: 1, free })
    return Buffer.from(memory)
  }
}

/** A piece of a block has a reader more. */
export function retainBlock({ buffer }: Uint8Array): void {
  const use = uses.get(buffer)
  if (use) use.readers++
}

/** Its reader is done. A block that is never let go is left to the collector. */
export function releaseBlock({ buffer }: Uint8Array): void {
  const use = uses.get(buffer)
  if (use && --use.readers === 0) use.free.push(use.memory)
}
