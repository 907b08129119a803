import { expect, it } from 'vitest'
import { dayColumn, valueIn } from './list'

it.each([
  ['2026-02-28', '2026-02-28', '28 Feb 2026'],
  [new Date('2026-11-28T18:29:59Z'), '2026-11-28', '28 Nov 2026'],
  [new Date('2026-11-28T18:30:00Z'), '2026-11-29', '29 Nov 2026'],
  [null, null, '–'],
])('writes the day %s as %s in the file and as %s on the page', (at, inFile, onPage) => {
  const column = dayColumn('Applied', (row: { at: string | Date | null }) => row.at)
  expect(valueIn(column)({ at })).toBe(inFile)
  expect(column.cell?.({ at }, false)).toBe(onPage)
})
