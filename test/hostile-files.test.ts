// Files made to exhaust the reader end in a sentence, in little memory.
import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { NIGHTLY } from './nightly.ts'

const READING = fileURLToPath(new URL('./hostile-files-process.ts', import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'gondola-hostile-'))
afterAll(() => rmSync(folder, { recursive: true }))

const TITLES = 'Pedido;Fecha;Producto;Cantidad;Importe\n'
const MIB = 1 << 20
/** A gigabyte takes the disk of a laptop a while. */
const LONG = (NIGHTLY ? 1024 : 128) * MIB

function file(name: string, ...parts: (string | Buffer)[]): string {
  const path = join(folder, name)
  writeFileSync(path, Buffer.concat(parts.map((part) => Buffer.from(part))))
  return path
}

function longFile(name: string, start: string, repeated: string): string {
  const path = file(name, start)
  const block = Buffer.from(repeated.repeat(MIB / repeated.length))
  const handle = openSync(path, 'a')
  for (let size = 0; size < LONG; size += MIB) writeSync(handle, block)
  closeSync(handle)
  return path
}

const sheetPath = 'xl/worksheets/sheet1.xml'
const BOOK = {
  'xl/workbook.xml':
    '<workbook xmlns:r="r"><sheets><sheet name="Ventas" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
}
const book = (name: string, parts: Readonly<Record<string, string>>): string =>
  file(
    name,
    Buffer.from(
      zipSync(
        Object.fromEntries(Object.entries({ ...BOOK, ...parts }).map(([at, xml]) => [at, strToU8(xml)])),
      ),
    ),
  )

const FILES: Readonly<Record<string, RegExp>> = {
  [longFile('linea.csv', TITLES, 'x')]: /fila demasiado larga cerca de la línea 2/,
  [longFile('comillas.csv', `${TITLES}1;"`, 'x\n')]: /fila demasiado larga/,
  [file('ancha.csv', TITLES.trim(), ';x'.repeat(100_000))]: /demasiadas columnas/,
  [file('bomba.csv.gz', gzipSync(Buffer.alloc(100 * MIB, 'a')))]: /demasiado al descomprimirse/,
  [book('comentario.xlsx', { [sheetPath]: `<worksheet><!--${'y'.repeat(16 * MIB)}-->` })]: /libro de Excel/,
  [book('atributo.xlsx', { [sheetPath]: `<worksheet x="${'y'.repeat(16 * MIB)}">` })]: /libro de Excel/,
  [book('atributos.xlsx', { [sheetPath]: `<worksheet ${'a="" '.repeat(MIB)}>` })]: /libro de Excel/,
  [book('honda.xlsx', { [sheetPath]: '<a>'.repeat(4 * MIB) })]: /libro de Excel/,
  [book('lejos.xlsx', {
    [sheetPath]:
      '<worksheet><sheetData><row r="1"><c r="ZZZZZZZ1"><v>1</v></c></row></sheetData></worksheet>',
  })]: /demasiadas columnas/,
  [book('textos.xlsx', {
    [sheetPath]: '<worksheet/>',
    'xl/sharedStrings.xml': `<sst>${`<si><t>${'y'.repeat(1024)}</t></si>`.repeat(140 * 1024)}</sst>`,
  })]: /demasiado al descomprimirse/,
}

test('are refused in a sentence that names them, and in bounded memory', async () => {
  const child = spawn(process.execPath, [READING, ...Object.keys(FILES)])
  const errors = text(child.stderr)
  const told = await text(child.stdout)
  expect(told, await errors).not.toBe('')
  const { messages, more } = JSON.parse(told) as { messages: string[]; more: number }
  expect(messages).toEqual(Object.values(FILES).map((message) => expect.stringMatching(message)))
  expect(more).toBeLessThan(300)
}, 120_000)
