import { describe, expect, it } from 'vitest'
import type { SheetNotice } from '~/services/spreadsheets/port'
import { linesText, notesOfNotices, sheetLabels } from './notices'

describe('notesOfNotices', () => {
  const hidden: SheetNotice = { kind: 'hidden-sheet', name: 'Old' }

  it.each<[about: string, notices: SheetNotice[], chosen: number, notes: string[]]>([
    ['nothing', [], 0, []],
    ['a hidden sheet', [hidden], 0, ['A hidden sheet was not read: “Old”.']],
    ['the choice of a hidden sheet', [hidden], 1, ['The sheet “Old” is hidden in the workbook.']],
    [
      'hidden rows that were left out',
      [{ kind: 'hidden-rows', lines: [3, 4], included: false }],
      0,
      ['2 hidden rows were left out: lines 3, 4.'],
    ],
    [
      'a hidden row that was read',
      [{ kind: 'hidden-rows', lines: [3], included: true }],
      0,
      ['1 hidden row was read: line 3.'],
    ],
    ['hidden columns', [{ kind: 'hidden-columns', columns: [1, 26] }], 0, ['Hidden columns were read too: B, AA.']],
    [
      'filled cells',
      [{ kind: 'filled-down', cells: 2 }],
      0,
      ['The text of merged cells was repeated in 2 cells below.'],
    ],
  ])('reports %s', (_about, notices, chosen, notes) => {
    const sheets = notices.includes(hidden) ? ['List', 'Old'] : ['List']
    expect(notesOfNotices({ notices, sheets }, chosen)).toEqual(notes)
  })

  it('reports nothing for a text file', () => {
    expect(notesOfNotices({ notices: [], sheets: [] }, 0)).toEqual([])
  })
})

describe('sheetLabels', () => {
  it('marks the hidden sheets', () => {
    const notices: SheetNotice[] = [{ kind: 'hidden-sheet', name: 'Old' }]
    expect(sheetLabels({ notices, sheets: ['List', 'Old'] })).toEqual(['List', 'Old (hidden)'])
  })
})

describe('linesText', () => {
  it('lists the first eight of many line numbers, and counts the others', () => {
    expect(linesText([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toBe('lines 1, 2, 3, 4, 5, 6, 7, 8 and 2 more')
  })
})
