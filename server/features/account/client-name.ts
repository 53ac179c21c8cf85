// 'Firefox, Windows' from a User-Agent, so that people recognise their sessions.

/** The first match counts: most browsers also name those they descend from. */
const BROWSERS = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

const SYSTEMS = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

const firstOf = (names: typeof BROWSERS | typeof SYSTEMS, agent: string) =>
  names.find(([pattern]) => pattern.test(agent))?.[1]

/** For programs the name they give themselves: 'curl'; '' if there is none. */
export function clientName(agent = ''): string {
  const known = [firstOf(BROWSERS, agent), firstOf(SYSTEMS, agent)].filter((name) => name !== undefined)
  return known.length > 0 ? known.join(', ') : (/^[\w.-]{1,40}/.exec(agent)?.[0] ?? '')
}
