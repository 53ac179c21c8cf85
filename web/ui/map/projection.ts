// Projects longitude and latitude to the coordinates of the map's SVG. Pure.

export const BOX = { width: 420, height: 820 }

/** Mercator projection with the scale and offset used for the province paths. */
const SCALE = 1070.4191295987605
const PLACE = [1398.7530309950562, -417.2100895326679] as const

const radians = (degrees: number) => (degrees * Math.PI) / 180

export const project = (longitude: number, latitude: number): readonly [number, number] => [
  PLACE[0] + SCALE * radians(longitude),
  PLACE[1] - SCALE * Math.log(Math.tan(Math.PI / 4 + radians(latitude) / 2)),
]
