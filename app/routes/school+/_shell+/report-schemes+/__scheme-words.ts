import { counted } from '~/models/academics/rules'
import type { AreaKind, ComponentRule, SchemeComponent } from '~/models/report-cards/scheme-options'

export const ruleNames: Record<ComponentRule, string> = {
  sum: 'Marks of all papers together',
  average: 'Average of the papers',
  best: 'Average of the best papers',
}

export const areaKindNames: Record<AreaKind, string> = { co_scholastic: 'Co-scholastic', discipline: 'Discipline' }

/** `Average of the best 2 papers, out of 10`; with the weight where it is another. */
export function componentWords({ rule, best, max, weight }: SchemeComponent): string {
  const what = rule === 'best' ? `Average of the best ${best}` : ruleNames[rule]
  return `${what}, out of ${max}${weight === max ? '' : `, weightage ${weight}`}`
}

type Missing = { subjects: readonly string[]; papers: readonly string[]; grades: number }

/** What a card lacks, in words; '' where nothing is. */
export function missingWords({ subjects, papers, grades }: Missing): string {
  const marks = subjects.length > 0 ? `marks of ${subjects.join(', ')}` : ''
  const exams = papers.length > 0 ? `no paper in ${papers.join('; ')}` : ''
  return [marks, exams, grades > 0 ? counted(grades, 'grade') : ''].filter(Boolean).join('; ')
}
