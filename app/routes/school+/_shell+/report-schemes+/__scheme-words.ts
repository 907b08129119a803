import { counted } from '~/models/academics/rules'
import type { ComponentRule, SchemeComponent } from '~/models/report-cards/scheme-options'

export const ruleNames: Record<ComponentRule, string> = {
  sum: 'Marks of all papers together',
  average: 'Average of the papers',
  best: 'Average of the best papers',
}

/** `Average of the best 2 papers, out of 10`; with the weight where it is another. */
export function componentWords({ rule, best, max, weight }: SchemeComponent): string {
  const what = rule === 'best' ? `Average of the best ${best}` : ruleNames[rule]
  return `${what}, out of ${max}${weight === max ? '' : `, counts ${weight}`}`
}

/** What is still to be entered for a card, in words; '' where nothing is. */
export function missingWords({ subjects, grades }: { subjects: readonly string[]; grades: number }): string {
  const marks = subjects.length > 0 ? `marks of ${subjects.join(', ')}` : ''
  return [marks, grades > 0 ? counted(grades, 'grade') : ''].filter(Boolean).join('; ')
}
