/** Nightly runs take whole recordings, every hostile value and longer simulations; pull requests take a sample. */
export const NIGHTLY = process.env.GONDOLA_NIGHTLY === '1'
