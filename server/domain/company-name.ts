/** 'empleado_la_campagnola' → 'Empleado La Campagnola'. */
export const inWords = (code: string): string =>
  code
    .split(/[_-]+/)
    .filter((word) => word !== '')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(' ')

/** Lower-case words joined by - or _. Migration 043 has the same rule in SQL. */
const CODE = /^[^\s\p{Lu}_-]+(?:[_-][^\s\p{Lu}_-]+)+$/u

/** 'empleado-arcor' → 'Empleado Arcor'. Text that is not a code stays as it is. */
export const companyName = (name: string): string => (CODE.test(name) ? inWords(name) : name)
