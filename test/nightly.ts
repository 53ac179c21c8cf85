/** Nightly runs take whole recordings, every hostile value and longer simulations; each pull request takes a sample. */
export const NIGHTLY = process.env.GONDOLA_NIGHTLY === '1'
