import { expect, it } from 'vitest'
import { cellsOf, seenTexts } from './cell-marks'

it('combines the texts of a row with what the spreadsheet says about its cells', () => {
  const texts = { code: '007', day: '2015-06-14', name: 'Asha' }
  expect(cellsOf({ texts })).toBe(texts)
  expect(
    cellsOf({ texts, marks: { code: { kind: 'zeros', plain: '7' }, day: { kind: 'date' }, gone: { kind: 'error' } } }),
  ).toEqual({
    code: { text: '007', mark: { kind: 'zeros', plain: '7' } },
    day: { text: '2015-06-14', mark: { kind: 'date' } },
    name: 'Asha',
  })
})

it('shows the date of a date cell in the spreadsheet’s format', () => {
  const texts = { day: '2015-06-14', code: '007' }
  expect(seenTexts({ texts })).toBe(texts)
  expect(seenTexts({ texts, marks: { code: { kind: 'zeros', plain: '7' }, day: { kind: 'date' } } })).toBe(texts)
  expect(seenTexts({ texts, marks: { day: { kind: 'date', shown: '14-Jun-15' } } })).toEqual({
    day: '14-Jun-15',
    code: '007',
  })
})
