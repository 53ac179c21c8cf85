// The one reader of numbers that people type, paste or import. A single sign followed by three digits ('1.000') may separate
// thousands or decimals; other values of the same file or block show which. Without zod, so that the browser can load it.

/** The decimal sign of some numbers; undefined if none shows it, or if they differ. */
export type DecimalSign = '.' | ',' | undefined

/** Sign, digits with separators, and whether parentheses make it negative; undefined if the text is no number. */
function partsOf(text: string): { sign: '' | '-'; digits: string } | undefined {
  const bare = text
    .replace(/^'(?=[-+(\d])/, '')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim()
  const [, open = '', first = '', body = '', close = ''] =
    /^(\()?\s*([-+\u2212])?\s*(?:ARS|AR\$|\$)?\s*(-?[\d.,' ]*\d)\s*(?:ARS|\$)?\s*(\))?$/i.exec(bare) ?? []
  if (body === '' || (open === '') !== (close === '')) return undefined
  const inner = body.startsWith('-')
  if (inner && (first !== '' || open !== '')) return undefined
  const spaced = body.replace(/^-/, '')
  if (/[ ']/.test(spaced) && !/^\d{1,3}(?:[ ']\d{3})+(?:[.,]\d+)?$/.test(spaced)) return undefined
  const isNegative = inner || open !== '' || first === '-' || first === '\u2212'
  return { sign: isNegative ? '-' : '', digits: spaced.replace(/[ ']/g, '') }
}

const GROUPED = { '.': /^\d{1,3}(?:\.\d{3})+$/, ',': /^\d{1,3}(?:,\d{3})+$/ } as const
const other = (sign: '.' | ','): '.' | ',' => (sign === '.' ? ',' : '.')

type Reading = { readonly whole: string; readonly fraction: string; readonly decimal?: '.' | ',' }

/** What the digits mean on their own; 'unclear' for '1.000', undefined if no reading fits. */
function readingOf(digits: string): Reading | 'unclear' | undefined {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (last < 0) return { whole: digits, fraction: '' }
  const sign = digits[last] as '.' | ','
  const [whole, fraction] = [digits.slice(0, last), digits.slice(last + 1)]
  if (whole.includes(sign))
    return GROUPED[sign].test(digits)
      ? { whole: digits.replaceAll(sign, ''), fraction: '', decimal: other(sign) }
      : undefined
  if (whole.includes(other(sign)))
    return GROUPED[other(sign)].test(whole)
      ? { whole: whole.replaceAll(other(sign), ''), fraction, decimal: sign }
      : undefined
  const mayBeThousands = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
  return mayBeThousands ? 'unclear' : { whole: whole || '0', fraction, decimal: sign }
}

/** The decimal signs that these cells show. */
export function decimalSignsOf(cells: Iterable<string>): Set<'.' | ','> {
  const found = new Set<'.' | ','>()
  for (const cell of cells) {
    const parts = partsOf(cell)
    const reading = parts && readingOf(parts.digits)
    if (reading && reading !== 'unclear' && reading.decimal) found.add(reading.decimal)
    if (found.size > 1) break
  }
  return found
}

/** The decimal sign that these cells agree on. */
export function decimalSignOf(cells: Iterable<string>): DecimalSign {
  const [first, second] = decimalSignsOf(cells)
  return second === undefined ? first : undefined
}

/** Plain decimal text such as '-1234.5'; 'unclear' if only other values could tell; undefined for what is no number. */
export function decimalText(text: string, sign: DecimalSign): string | 'unclear' | undefined {
  const parts = partsOf(text)
  const reading = parts && readingOf(parts.digits)
  if (parts === undefined || reading === undefined) return undefined
  if (reading !== 'unclear')
    return `${parts.sign}${reading.whole}${reading.fraction === '' ? '' : `.${reading.fraction}`}`
  if (sign === undefined) return 'unclear'
  return (
    parts.sign +
    (parts.digits.includes(sign) ? parts.digits.replace(sign, '.') : parts.digits.replace(other(sign), ''))
  )
}
