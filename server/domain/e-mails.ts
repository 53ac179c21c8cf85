// Finds e-mail addresses inside other text: coupon codes made for one customer, messages of shops and drivers.

const QUOTED = /[^\s"'<>()@]+@[^\s"'<>()@]+/g

/** Masks addresses, for logs and reports. */
export const withoutEmails = (text: string): string =>
  text.includes('@') ? text.replace(QUOTED, '[e-mail]') : text

/** A code may have words before the name and after the domain: 'regalo-ana@example.com.general'. */
const WORDED = /([\p{L}\p{N}._%+'-]+)@([\p{L}\p{N}.-]+)/gu
const MOST_PARTS = 12

/**
 * Passes each possible address in the text to `replace`, longest first, and puts in what it returns. Text for which
 * `replace` returns undefined stays.
 */
export function replaceEmails(text: string, replace: (email: string) => string | undefined): string {
  if (!text.includes('@')) return text
  return text.replace(WORDED, (whole, before: string, after: string) => {
    for (const name of endsOf(before))
      for (const domain of beginningsOf(after)) {
        const replacement = replace(`${name}@${domain}`)
        if (replacement !== undefined)
          return before.slice(0, before.length - name.length) + replacement + after.slice(domain.length)
      }
    return whole
  })
}

/** 'a-b.c' → 'a-b.c', 'b.c'. A dot does not separate, since it joins the names of one person. */
function endsOf(text: string): string[] {
  const ends = [text]
  for (const sign of text.matchAll(/[_-]+/g)) ends.push(text.slice(sign.index + sign[0].length))
  return ends.filter((end) => end !== '').slice(0, MOST_PARTS)
}

/** 'a.com-b.c' → 'a.com-b.c', 'a.com-b', 'a.com', 'a'. 'a.com.ar' stays whole: it is not 'a.com'. */
function beginningsOf(text: string): string[] {
  const ends = [...text.matchAll(/[.-]+(?!\p{L}{2}(?:[.-]|$))/gu)]
  const beginnings = ends.map(({ index }) => text.slice(0, index)).reverse()
  return [text, ...beginnings].filter((beginning) => beginning !== '').slice(0, MOST_PARTS)
}

const escaped = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)

/** How texts hold an e-mail: as it is, escaped in an address, and escaped again in an address inside another. In small letters. */
export function writtenForms(email: string): string[] {
  const once = escaped(email)
  const forms = [email, once.replaceAll('%40', '@'), once, escaped(once)]
  return [...new Set(forms.map((form) => form.toLowerCase()))]
}
