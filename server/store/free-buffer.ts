// Memory outside of V8's heap goes back as soon as nobody reads it: V8 collects all garbage each time some megabytes of it gather.

/** Bytes that nobody reads again; memory shared with others stays. */
export function freeBuffer({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
