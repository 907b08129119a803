import { expect, it } from 'vitest'
import { cellsOf } from './cell-marks'

it('joins the texts of a row with the marks of its cells', () => {
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
