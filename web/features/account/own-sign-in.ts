import { SIGNED_IN_STATE } from '#contract/provider-state.ts'

/** A signed-in person signs in at the provider, to link the account or to try the settings. */
export const isOwnSignIn = (search: object): boolean =>
  'own' in search || ('state' in search && String(search.state).startsWith(SIGNED_IN_STATE))
