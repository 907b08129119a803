import { counted } from '~/models/core/shared/counted'
import type { AreaKind, ComponentRule, SchemeComponent } from '~/models/learning/report-cards/scheme-options'

export const ruleNames: Record<ComponentRule, string> = {
  sum: 'Total of all papers',
  average: 'Average of the papers',
  best: 'Average of the best papers',
}

export const areaKindNames: Record<AreaKind, string> = { co_scholastic: 'Co-scholastic', discipline: 'Discipline' }

/** Component in words: `Average of the best 2 papers, out of 10`, with its weight if that is not its maximum. */
export function componentWords({ rule, best, max, weight }: SchemeComponent): string {
  const ruleWords = rule === 'best' ? `Average of the best ${best}` : ruleNames[rule]
  return `${ruleWords}, out of ${max}${weight === max ? '' : `, weightage ${weight}`}`
}

/**
 * Sentence that counts the students who joined after the end of a term, by the last term that they missed: entries for
 * the missed terms are not required. '' if there are none.
 */
export function lateWords(students: ReadonlyArray<{ joinedAfter: string | null }>): string {
  const terms = [...new Set(students.flatMap(({ joinedAfter }) => joinedAfter ?? []))]
  const late = terms.map((term) => `${students.filter(({ joinedAfter }) => joinedAfter === term).length} after ${term}`)
  if (late.length === 0) return ''
  return `Students who joined after a term, out of ${counted(students.length, 'student')}: ${late.join(', ')}. Entries for terms before they joined are not required.`
}

type Missing = { subjects: readonly string[]; papers: readonly string[]; grades: number }

/** Missing parts of a card in words; '' for a complete card. */
export function missingWords({ subjects, papers, grades }: Missing): string {
  const marks = subjects.length > 0 ? `marks of ${subjects.join(', ')}` : ''
  const exams = papers.length > 0 ? `no paper in ${papers.join('; ')}` : ''
  return [marks, exams, grades > 0 ? counted(grades, 'grade') : ''].filter(Boolean).join('; ')
}
