// WordPress stores many texts with HTML entities, depending on who saved them. A shop's texts are decoded once, in
// payloads.ts and where the site's name is read.

/** Named entities of code points 160 to 255, in order. */
const LATIN_1 = (
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para ' +
  'middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave ' +
  'Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc ' +
  'Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc ' +
  'iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
).split(' ')

const NAMED = new Map<string, string>([
  ...LATIN_1.map((name, index): [string, string] => [name, String.fromCodePoint(160 + index)]),
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", ndash: '–', mdash: '—' }),
  ...Object.entries({ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', bull: '•', hellip: '…' }),
  ...Object.entries({ euro: '€', trade: '™', minus: '−' }),
])

const isCharacter = (code: number): boolean =>
  code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)

function characterOf(entity: string): string | undefined {
  if (!entity.startsWith('#')) return NAMED.get(entity)
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1))
  return isCharacter(code) ? String.fromCodePoint(code) : undefined
}

/** Decodes once: 'Dulces &amp; Cía.' → 'Dulces & Cía.', '&amp;amp;' → '&amp;'. Unknown entities stay. */
export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|\w{2,8});/g, (found, entity: string) => {
        return characterOf(entity) ?? found
      })
    : text
