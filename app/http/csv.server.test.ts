import { expect, it } from 'vitest'
import { csvOf, csvResponse } from './csv.server'
import { csvOfList } from './list.server'

it.each([
  ['=HYPERLINK("http://evil")', `"'=HYPERLINK(""http://evil"")"`],
  ['+91 98765', `'+91 98765`],
  ['-2+3', `'-2+3`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\tcmd', `'\tcmd`],
  ['＝1+1', `'＝1+1`],
  ['＠SUM(A1)', `'＠SUM(A1)`],
  ['\r=1', `"'\r=1"`],
  ['\n=1', `"'\n=1"`],
  ['﹦1+1', `'﹦1+1`],
  ['﹢1', `'﹢1`],
  ['  =1+1', `'  =1+1`],
  ['\u00a0@SUM(A1)', `'\u00a0@SUM(A1)`],
  ['\u200b=1+1', `'\u200b=1+1`],
  ['\ufeff+1', `'\ufeff+1`],
])('escapes %j so that a spreadsheet does not run it as a formula', (typed, written) => {
  expect(csvOf([[typed]])).toBe(`\uFEFF${written}\r\n`)
})

it('writes names, commas, quotes and numbers unchanged into the cells', () => {
  expect(csvOf([['આશા પટેલ', 'a, "b"', -12.5, null]])).toBe('\uFEFFઆશા પટેલ,"a, ""b""",-12.5,\r\n')
})

it('writes the rows of every page of a long list exactly once', async () => {
  const columns = [{ label: 'Number', value: (row: { number: number }) => row.number }]
  const file = await csvOfList('list.csv', columns, async ({ page, pageSize }) => ({
    page,
    pages: 3,
    total: 3 * pageSize,
    rows: [{ number: page * 10 }, { number: page * 10 + 1 }],
  }))
  expect(await file.text()).toBe('Number\r\n10\r\n11\r\n20\r\n21\r\n30\r\n31\r\n')
})

it('sends a download that is never cached', () => {
  const { headers } = csvResponse('collections.csv', [['a']])
  expect(headers.get('Content-Disposition')).toBe('attachment; filename="collections.csv"')
  expect(headers.get('Cache-Control')).toBe('no-store')
})
