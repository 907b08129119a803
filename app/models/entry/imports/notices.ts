import type { Sheet, SheetNotice } from '~/services/spreadsheets/port'
import { columnLetter } from './columns'

const linesNamed = 8

/** Names of the sheets to choose from; the hidden sheets are last and marked as hidden. */
export function sheetLabels({ notices, sheets }: Pick<Sheet, 'notices' | 'sheets'>): string[] {
  const hidden = notices.filter(({ kind }) => kind === 'hidden-sheet').length
  return sheets.map((name, index) => (index >= sheets.length - hidden ? `${name} (hidden)` : name))
}

/** Sentences about hidden parts of the file, and about cells that the reader filled with the text of merged cells. */
export function notesOfNotices({ notices, sheets }: Pick<Sheet, 'notices' | 'sheets'>, chosenSheet: number): string[] {
  const hiddenSheets = notices.flatMap((notice) => (notice.kind === 'hidden-sheet' ? [notice.name] : []))
  // Hidden sheets are the last ones.
  const isHiddenChosen = chosenSheet >= sheets.length - hiddenSheets.length
  const others = notices.flatMap((notice) => noteOf(notice) ?? [])
  if (hiddenSheets.length === 0) return others
  const names = hiddenSheets.map((name) => `“${name}”`).join(', ')
  if (isHiddenChosen) return [`The sheet “${sheets[chosenSheet]}” is hidden in the workbook.`, ...others]
  return [`${hiddenSheets.length === 1 ? 'A hidden sheet was' : 'Hidden sheets were'} not read: ${names}.`, ...others]
}

function noteOf(notice: SheetNotice): string | null {
  switch (notice.kind) {
    case 'hidden-rows': {
      const { lines, included } = notice
      const rows = lines.length === 1 ? '1 hidden row' : `${lines.length} hidden rows`
      return `${rows} ${lines.length === 1 ? 'was' : 'were'} ${included ? 'read' : 'left out'}: ${linesText(lines)}.`
    }
    case 'hidden-columns':
      return `Hidden columns were read too: ${notice.columns.map(columnLetter).join(', ')}.`
    case 'filled-down':
      return `The text of merged cells was repeated in ${notice.cells === 1 ? '1 cell' : `${notice.cells} cells`} below.`
    default:
      return null
  }
}

/** Names lines in a sentence: `line 4`, `lines 4, 7, 9`; of many, names only the first and counts the rest. */
export function linesText(lines: readonly number[]): string {
  const firstLines = lines.slice(0, linesNamed).join(', ')
  const rest = lines.length > linesNamed ? ` and ${lines.length - linesNamed} more` : ''
  return `${lines.length === 1 ? 'line' : 'lines'} ${firstLines}${rest}`
}
