import { cellText, markOf } from '~/services/spreadsheets/port'
import type { NamedOwner } from '../kinds/field-rule'
import type { RowCells } from '../kinds/port'
import { remarkOf } from '../values/titles'
import { bareNames } from './decide-names'
import { askOrAnswer, type ColumnFacts, type Decided, linesOf, type Question, type SingleNameDecision } from './port'

export const usualSingleNames: SingleNameDecision = { names: 'incomplete' }

/** Returns the name of a row that has neither a last name nor an answer under “One name only”; null for any other. */
export function singleName(cells: RowCells, owner: NamedOwner): string | null {
  const [first, whole] = [cellText(cells.first_name), cellText(cells.full_name) || cellText(cells.surname_first)]
  if ([cells.last_name, cells.one_name].some((cell) => cellText(cell) !== '')) return null
  if ([cells.first_name, cells.full_name, cells.surname_first].some(markOf)) return null
  const bare = bareNames[owner](whole)
  const isSingle = !/[\s,]/.test((remarkOf(bare)?.bare ?? bare).trim())
  return isSingle && /\p{L}/u.test(first || whole) ? first || whole : null
}

/**
 * Decides once for a file whether a name without a last name is complete. Does not ask if most first names of the file
 * have no last name, because the file then lacks the last names.
 */
export function decideSingleNames(
  rows: ReadonlyArray<{ line: number; texts: RowCells }>,
  { of: owner, ...facts }: ColumnFacts & { of: NamedOwner },
): Decided<'single'> {
  const questions: Question[] = []
  const singles = rows.flatMap(({ line, texts }) => {
    const name = singleName(texts, owner)
    return name === null ? [] : [{ line, name }]
  })
  const [first] = singles
  const areFirstNames = rows.every(({ texts }) => cellText(texts.full_name) + cellText(texts.surname_first) === '')
  if (!first || (areFirstNames && singles.length > rows.length / 2))
    return { decision: usualSingleNames, questions, contradictions: [] }
  const count = singles.length === 1 ? `One ${owner} has` : `${singles.length} ${owner}s have`
  const names = askOrAnswer(facts, questions, {
    id: `single:${facts.key}`,
    sentence: `${count} no last name, such as “${first.name}”. Is the name complete?`,
    options: [
      { value: 'complete' as const, label: 'Yes', example: `${first.name} is stored without a last name` },
      { value: 'incomplete', label: 'No, the last name is missing', example: `New ${owner}s without it are rejected` },
    ],
    lines: linesOf(singles),
  })
  return { decision: names ? { names } : usualSingleNames, questions, contradictions: [] }
}
