// Companies as people read them. Pure.

/** What a coupon's prefix calls a company, read as its role is: 'empleado-arcor' → 'Empleado Arcor'; a name stays as it is. */
export const companyName = (name: string): string =>
  /^[a-z0-9]+([-_][a-z0-9]+)+$/.test(name)
    ? name
        .split(/[-_]/)
        .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
        .join(' ')
    : name
