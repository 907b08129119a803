import { cellText, markOf } from '~/services/spreadsheets/port'
import type { RowCells } from '../kinds/port'
import { withoutHonorifics } from '../values/titles'
import { askOrAnswer, type ColumnFacts, type Decided, linesOf, type Question, type SingleNameDecision } from './port'

export const usualSingleNames: SingleNameDecision = { names: 'incomplete' }

/** Returns the name of a row that has neither a last name nor an answer under “One name only”; null for any other. */
export function singleName(cells: RowCells): string | null {
  const [first, whole] = [cellText(cells.first_name), cellText(cells.full_name) || cellText(cells.surname_first)]
  if ([cells.last_name, cells.one_name].some((cell) => cellText(cell) !== '')) return null
  if ([cells.first_name, cells.full_name, cells.surname_first].some(markOf)) return null
  const isSingle = !/[\s,]/.test(withoutHonorifics(whole).trim())
  return isSingle && /\p{L}/u.test(first || whole) ? first || whole : null
}

/**
 * Decides once whether a name without a last name is complete. Does not ask if most rows have no last name, because the
 * file then lacks the last names.
 */
export function decideSingleNames(
  rows: ReadonlyArray<{ line: number; texts: RowCells }>,
  facts: ColumnFacts,
): Decided<'single'> {
  const questions: Question[] = []
  const singles = rows.flatMap(({ line, texts }) => {
    const name = singleName(texts)
    return name === null ? [] : [{ line, name }]
  })
  const [first] = singles
  if (!first || singles.length > rows.length / 2) return { decision: usualSingleNames, questions, contradictions: [] }
  const count = singles.length === 1 ? 'One student has' : `${singles.length} students have`
  const names = askOrAnswer(facts, questions, {
    id: `single:${facts.key}`,
    sentence: `${count} no last name, such as “${first.name}”. Is the name complete?`,
    options: [
      { value: 'complete' as const, label: 'Yes', example: `${first.name} is stored without a last name` },
      { value: 'incomplete', label: 'No, the last name is missing', example: 'New students without it are rejected' },
    ],
    lines: linesOf(singles),
  })
  return { decision: names ? { names } : usualSingleNames, questions, contradictions: [] }
}
