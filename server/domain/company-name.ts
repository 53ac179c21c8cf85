// What a shop calls a company in a role or a coupon, as people read it; pure, imports nothing.

/** 'empleado_la_campagnola' → 'Empleado La Campagnola'. */
export const inWords = (code: string): string =>
  code
    .split(/[_-]+/)
    .filter((word) => word !== '')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(' ')

/** What is written in lower case with - or _ between its words; SQL of migration 043 says the same. */
const CODE = /^[^\s\p{Lu}_-]+(?:[_-][^\s\p{Lu}_-]+)+$/u

/** A code in words, 'empleado-arcor' → 'Empleado Arcor', as the role of the same people is; a name stays as it is. */
export const companyName = (name: string): string => (CODE.test(name) ? inWords(name) : name)
