/** Begins the `state` of a sign-in that a signed-in person begins; the page that the provider leads to waits for it. */
export const SIGNED_IN_STATE = 'own-'

/** The message when an ID token is not valid yet, or no longer. */
export const PROVIDER_CLOCKS = 'The clocks of the provider and of this server differ.'
