// Turns SVG into PNG, with the font of the screens: servers may have none.
import { fileURLToPath } from 'node:url'

const fontFile = (name: string) => fileURLToPath(new URL(`../../fonts/inter-${name}.ttf`, import.meta.url))

/** Twice the size, for sharp screens. */
const ZOOM = 2

export async function pngOf(svg: string): Promise<Buffer> {
  // Loaded on first use: most servers never draw.
  const { renderAsync } = await import('@resvg/resvg-js')
  const image = await renderAsync(svg, {
    fitTo: { mode: 'zoom', value: ZOOM },
    font: {
      loadSystemFonts: false,
      fontFiles: [fontFile('regular'), fontFile('semibold')],
      defaultFontFamily: 'Inter',
    },
  })
  return image.asPng()
}
