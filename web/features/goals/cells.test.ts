// Amounts that are typed and pasted, and the resulting cells and messages.
import { describe, expect, it } from 'vitest'
import { readCsv } from '#web/shared/lists/read-file.ts'
import { readAmount } from './amount.ts'
import { blockOf, copiedCells, type GoalTable, importedCells, pastedCells } from './cells.ts'

it.each([
  ['1.234.567,89', 1234567.89],
  ['$ 1.234,5', 1234.5],
  ['1.234', 1234],
  ['1234.5', 1234.5],
  ['1,5', 1.5],
  ['1,234,567.89', 1234567.89],
  ['1,234,567', 1234567],
  ['12', 12],
  ['1,500', 'unclear'],
  ['0.125', 0.125],
  ['0,125', 0.125],
  ['1234,125', 1234.125],
  ['', null],
  [' - ', null],
  ['abc', undefined],
  ['-5', undefined],
  ['1.23.4', undefined],
  ['1..2', undefined],
  ['12.34,5', undefined],
])('reads «%s» as %s', (typed, amount) => expect(readAmount(typed)).toBe(amount))

const none = Array.from({ length: 12 }, () => null)
const table: GoalTable = {
  measure: 'net_sale',
  year: 2026,
  rows: [
    { key: '101', label: 'Norte Hermanos', gone: false, goals: none },
    { key: '102', label: 'Distribuidora Ñandú', gone: false, goals: none },
  ],
}
const paste = (text: string, row = 0, month = 0) => pastedCells(table, blockOf(text), { row, month })

describe('pasting', () => {
  it('takes a column, a block, and rows that it finds by code or name', () => {
    expect(paste('1.000,50\r\n2.000\r\n', 0, 4)).toEqual({
      cells: [
        { key: '101', month: '2026-05', amount: 1000.5 },
        { key: '102', month: '2026-05', amount: 2000 },
      ],
      problems: [],
    })
    expect(paste('1\t2\n\t4').cells.map(({ key, month, amount }) => [key, month, amount])).toEqual([
      ['101', '2026-01', 1],
      ['101', '2026-02', 2],
      ['102', '2026-01', null],
      ['102', '2026-02', 4],
    ])
    expect(paste('distribuidora nandu\t7\n101\t8', 1, 11).cells).toEqual([
      { key: '102', month: '2026-12', amount: 7 },
      { key: '101', month: '2026-12', amount: 8 },
    ])
  })

  it('takes codes beside names, titles with months, and leaves the sum out', () => {
    const may = [
      { key: '102', month: '2026-05', amount: 7 },
      { key: '101', month: '2026-05', amount: 8 },
    ]
    const texts = ['102\tOtro nombre\t7\n101\tNorte\t8\n\tTotal\t15', '1\tDistribuidora Ñandú\t7\n2\t101\t8']
    for (const text of texts) expect(paste(text, 0, 4)).toEqual({ cells: may, problems: [] })
    expect(paste('Código\tDistribuidor\tMayo 2026\n102\tOtro\t7\n101\t\t8\nTotal\t\t15').cells).toEqual(may)
    expect(paste('Mayo S.A.\t7\nx\t8').problems).toHaveLength(2)
    expect(paste('101\n102').cells.map(({ amount }) => amount)).toEqual([101, 102])
  })

  it('assigns lines in order to rows with the same name, and asks for codes if it cannot distinguish them', () => {
    const twins = {
      ...table,
      rows: [...table.rows, { key: '103', label: 'Norte Hermanos', gone: false, goals: none }],
    }
    const pasteTwins = (text: string) => pastedCells(twins, blockOf(text), { row: 0, month: 9 })
    const keys = ({ cells }: ReturnType<typeof paste>) => cells.map(({ key, amount }) => [key, amount])
    const both = 'Norte Hermanos\t1\nDistribuidora Ñandú\t2\nNorte Hermanos\t3'
    const inOrder = [
      ['101', 1],
      ['102', 2],
      ['103', 3],
    ]
    expect(keys(pasteTwins(both))).toEqual(inOrder)
    expect(keys(importedCells(twins, blockOf(`Nombre\tOct\n${both}`)))).toEqual(inOrder)
    expect(keys(pasteTwins('103\tNorte Hermanos\t3'))).toEqual([['103', 3]])
    expect(pasteTwins('Norte Hermanos\t1\nDistribuidora Ñandú\t2')).toEqual({
      cells: [{ key: '102', month: '2026-10', amount: 2 }],
      problems: ['«Norte Hermanos» es el nombre de 2 filas: usá el código que la tabla muestra al lado.'],
    })
  })

  it('names an unknown row and takes the rest', () => {
    expect(paste('Norte Hnos.\t1\nDistribuidora Ñandú\t2', 0, 9)).toEqual({
      cells: [{ key: '102', month: '2026-10', amount: 2 }],
      problems: ['«Norte Hnos.» no está en la tabla.'],
    })
  })

  it('names every wrong cell, also those outside of the table', () => {
    expect(paste('1\nx\n3', 0, 11).problems).toEqual([
      'Distribuidora Ñandú, dic 26: «x» no es un importe.',
      '«3» queda fuera de la tabla.',
    ])
    expect(paste('1,0055').problems).toEqual(['Norte Hermanos, ene 26: «1,0055» tiene más de 2 decimales.'])
    expect(paste('9.999.999.999.999').problems).toEqual([
      'Norte Hermanos, ene 26: «9.999.999.999.999» es demasiado grande.',
    ])
  })
})

describe('numbers with two readings', () => {
  const amounts = (text: string) => paste(text).cells.map(({ amount }) => amount)
  const unclear = (at: string, typed: string) =>
    `${at}: «${typed}» se puede leer con miles o con decimales. Escribilo sin separador de miles; no se guardó nada.`

  it('are read as another cell of the block shows', () => {
    expect(amounts('1,500\t2,000\t12,340\t1,200,000\t850,000')).toEqual([1500, 2000, 12340, 1200000, 850000])
    expect(amounts('1,500\t12.5')).toEqual([1500, 12.5])
    expect(amounts('1.500\t12,5')).toEqual([1500, 12.5])
    expect(amounts('Norte Hermanos\t1,500\t3,000\nDistribuidora Ñandú\t2,000\t1,234.50')).toEqual([
      ...[1500, 3000],
      ...[2000, 1234.5],
    ])
  })

  it('refuse the whole block if none shows it, or if two contradict each other', () => {
    expect(paste('7\t8\n9\t1,500')).toEqual({
      cells: [],
      problems: [unclear('Distribuidora Ñandú, feb 26', '1,500')],
    })
    expect(paste('1.234,5\t1,234.5\t1.500')).toEqual({
      cells: [],
      problems: [unclear('Norte Hermanos, mar 26', '1.500')],
    })
    expect(importedCells(table, readCsv('Nombre;Ene;Feb\nNorte Hermanos;5;1,500'))).toEqual({
      cells: [],
      problems: [unclear('Norte Hermanos, feb 26', '1,500')],
    })
  })
})

describe('importing', () => {
  it('takes months from the head, in any order, and rows by code or name', () => {
    const rows = readCsv(
      '\ufeffCódigo;Distribuidor;Feb 2026;Ene 2026;Ene 2025\r\n102;"Otro; nombre";"1.000,5";7;9\r\n',
    )
    expect(importedCells(table, rows)).toEqual({
      cells: [
        { key: '102', month: '2026-02', amount: 1000.5 },
        { key: '102', month: '2026-01', amount: 7 },
      ],
      problems: [],
    })
  })

  it('reads months as Excel and people write them, of the year of the table alone', () => {
    const head = 'Mayorista;Marca;ene-25;ene-26;Setiembre;2026-11-01;Dic. 2026;Mayo ($);Agosto 25'
    const { cells, problems } = importedCells(table, readCsv(`${head}\n101;x;1;2;3;5;6;7;8`))
    expect(problems).toEqual([])
    expect(cells.map(({ month, amount }) => [month, amount])).toEqual([
      ['2026-01', 2],
      ['2026-09', 3],
      ['2026-11', 5],
      ['2026-12', 6],
      ['2026-05', 7],
    ])
  })

  it('takes no row from two lines, and the lines of others not for the only row', () => {
    const repeated = (name: string) => `«${name}» está en más de una línea: dejá una sola.`
    const both = importedCells(table, readCsv('Nombre;Ene\nNorte Hermanos;1\n101;2'))
    expect(both).toEqual({ cells: [], problems: [repeated('Norte Hermanos'), repeated('101')] })
    expect(paste('Norte Hermanos\t1\nNorte Hermanos\t2').problems).toEqual([repeated('Norte Hermanos')])
    const whole = { ...table, rows: [{ key: '', label: 'Toda la tienda', gone: false, goals: none }] }
    expect(importedCells(whole, readCsv('Nombre;Ene\nNorte Hermanos;1\nNadie;2'))).toEqual({
      cells: [],
      problems: ['«Norte Hermanos» no está en la tabla.', '«Nadie» no está en la tabla.'],
    })
    expect(importedCells(whole, readCsv('Ene;Feb\n5;6')).cells.map(({ amount }) => amount)).toEqual([5, 6])
    expect(importedCells(whole, readCsv('Nombre;Ene\nTotal;7')).cells.map(({ amount }) => amount)).toEqual([
      7,
    ])
  })

  it('leaves the sum out that ends a sheet', () => {
    const rows = readCsv('Código;Ene\n101;1\n102;2\nTotal;3')
    expect(importedCells(table, rows).cells.map(({ amount }) => amount)).toEqual([1, 2])
    expect(importedCells(table, rows).problems).toEqual([])
  })

  it('says which rows and months it does not know', () => {
    expect(importedCells(table, readCsv('Nombre;Ene')).problems).toEqual([
      'El archivo no tiene líneas debajo de sus títulos.',
    ])
    expect(importedCells(table, readCsv('Nombre,Ene\nNadie,1')).problems).toEqual([
      '«Nadie» no está en la tabla.',
    ])
    expect(importedCells(table, readCsv('a;b\n1;2')).problems).toEqual([
      'El archivo no tiene columnas con los meses de 2026.',
    ])
  })
})

it("copies last year's amounts, increased and rounded to the cent", () => {
  const amounts = new Map([
    ['101 2025-03', 100.05],
    ['9 2025-03', 1],
  ])
  expect(copiedCells(table, amounts, 12.5)).toEqual([{ key: '101', month: '2026-03', amount: 112.56 }])
  expect(copiedCells({ ...table, measure: 'orders' }, amounts, 0)).toEqual([
    { key: '101', month: '2026-03', amount: 100 },
  ])
})
