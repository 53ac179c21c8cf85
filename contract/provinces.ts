// The 24 provinces: name in capitals (the wire's `state`), ISO code, short name, capital's coordinates.

export interface Province {
  readonly iso: string
  readonly name: string
  readonly short: string
  readonly latitude: number
  readonly longitude: number
}

const province = (
  iso: string,
  name: string,
  short: string,
  latitude: number,
  longitude: number,
): Province => ({
  iso: `AR-${iso}`,
  name,
  short,
  latitude,
  longitude,
})

export const PROVINCES: readonly Province[] = [
  province('A', 'Salta', 'Salta', -24.79, -65.41),
  province('B', 'Buenos Aires', 'Bs. As.', -34.92, -57.95),
  province('C', 'Ciudad Autónoma de Buenos Aires', 'CABA', -34.61, -58.38),
  province('D', 'San Luis', 'San Luis', -33.3, -66.34),
  province('E', 'Entre Ríos', 'E. Ríos', -31.73, -60.53),
  province('F', 'La Rioja', 'La Rioja', -29.41, -66.86),
  province('G', 'Santiago del Estero', 'Sgo. Estero', -27.78, -64.26),
  province('H', 'Chaco', 'Chaco', -27.45, -58.99),
  province('J', 'San Juan', 'San Juan', -31.54, -68.54),
  province('K', 'Catamarca', 'Catamarca', -28.47, -65.78),
  province('L', 'La Pampa', 'La Pampa', -36.62, -64.29),
  province('M', 'Mendoza', 'Mendoza', -32.89, -68.84),
  province('N', 'Misiones', 'Misiones', -27.36, -55.9),
  province('P', 'Formosa', 'Formosa', -26.18, -58.17),
  province('Q', 'Neuquén', 'Neuquén', -38.95, -68.06),
  province('R', 'Río Negro', 'R. Negro', -40.81, -63.0),
  province('S', 'Santa Fe', 'Santa Fe', -31.63, -60.7),
  province('T', 'Tucumán', 'Tucumán', -26.82, -65.22),
  province('U', 'Chubut', 'Chubut', -43.3, -65.1),
  province('V', 'Tierra del Fuego', 'T. del Fuego', -54.8, -68.3),
  province('W', 'Corrientes', 'Corrientes', -27.48, -58.83),
  province('X', 'Córdoba', 'Córdoba', -31.42, -64.18),
  province('Y', 'Jujuy', 'Jujuy', -24.19, -65.3),
  province('Z', 'Santa Cruz', 'Santa Cruz', -51.62, -69.22),
]
