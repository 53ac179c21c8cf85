// E-mails that stand in the middle of other text: codes made for one customer, what a shop says, what a driver quotes. Pure.

const QUOTED = /[^\s"'<>()@]+@[^\s"'<>()@]+/g

/** For logs and reports, which name nobody. */
export const withoutEmails = (text: string): string =>
  text.includes('@') ? text.replace(QUOTED, '[e-mail]') : text

/** A code may have words of its own before the name and after the domain: 'regalo-ana@example.com.general'. */
const WORDED = /([\p{L}\p{N}._%+'-]+)@([\p{L}\p{N}.-]+)/gu
const MOST_PARTS = 12

/** Text with `replace` of each e-mail in it, the longest that it knows; undefined leaves what is no e-mail of anybody's. */
export function replaceEmails(text: string, replace: (email: string) => string | undefined): string {
  if (!text.includes('@')) return text
  return text.replace(WORDED, (whole, before: string, after: string) => {
    for (const name of endsOf(before))
      for (const domain of beginningsOf(after)) {
        const told = replace(`${name}@${domain}`)
        if (told !== undefined)
          return before.slice(0, before.length - name.length) + told + after.slice(domain.length)
      }
    return whole
  })
}

/** 'a-b.c' → 'a-b.c', 'b.c': a point joins the names of one person. */
function endsOf(text: string): string[] {
  const ends = [text]
  for (const sign of text.matchAll(/[_-]+/g)) ends.push(text.slice(sign.index + sign[0].length))
  return ends.filter((end) => end !== '').slice(0, MOST_PARTS)
}

/** 'a.com-b.c' → 'a.com-b.c', 'a.com-b', 'a.com', 'a'; but 'a.com.ar' is another domain than 'a.com'. */
function beginningsOf(text: string): string[] {
  const ends = [...text.matchAll(/[.-]+(?!\p{L}{2}(?:[.-]|$))/gu)]
  const beginnings = ends.map(({ index }) => text.slice(0, index)).reverse()
  return [text, ...beginnings].filter((beginning) => beginning !== '').slice(0, MOST_PARTS)
}
