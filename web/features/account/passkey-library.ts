// The code that asks the browser for a passkey, loaded when it is first needed.
import { NetworkError } from '#web/api/errors.ts'

/** Throws `NetworkError` if the code cannot be fetched. */
export const passkeyLibrary = () =>
  import('@simplewebauthn/browser').catch((error: unknown) => {
    throw new NetworkError(String(error))
  })
