/** Fulfilled so many milliseconds later. */
export const after = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds))
