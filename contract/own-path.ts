// Where a sign-in may lead back to.

const OWN = 'https://own.invalid'

/** The path as browsers read it, with query and fragment; undefined if it leaves the application or cannot be read. */
export function ownPath(text: string): string | undefined {
  if (!text.startsWith('/') || !URL.canParse(text, OWN)) return undefined
  const { origin, pathname, search, hash } = new URL(text, OWN)
  // Browsers drop tabs and line breaks, read \ as /, and resolve dots; what remains may be the name of another host.
  if (origin !== OWN) return undefined
  try {
    const isOdd = /^\/[/\\]|\p{Cc}/u.test(decodeURIComponent(pathname))
    return isOdd ? undefined : `${pathname}${search}${hash}`
  } catch {
    return undefined
  }
}
