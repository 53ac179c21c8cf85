/** Begins the `state` of a sign-in that a signed-in person begins; the page that the provider leads to waits for it. */
export const SIGNED_IN_STATE = 'own-'
