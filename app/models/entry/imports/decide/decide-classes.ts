import { cellText } from '~/services/spreadsheets/port'
import { classKey, splitClassSection, type UnsureClass, unsureClass } from '../class-names'
import {
  askOrAnswer,
  type ClassDecision,
  type ColumnCell,
  type ColumnFacts,
  type Decided,
  linesOf,
  type Question,
} from './port'

export interface ClassFacts extends ColumnFacts {
  /** The file has a column of sections with values. */
  hasSections: boolean
}

export const usualClasses: ClassDecision = { torn: 'split', digits: 'whole' }

/**
 * Decides once for a column of classes how cells with two readings are read: `V I` is class V with section I, or VI;
 * `62` is class 6 with section 2, or a class 62. The other cells of the column tell, or else the user.
 */
export function decideClasses(cells: readonly ColumnCell[], facts: ClassFacts): Decided<'class'> {
  // Thirty cells of a section are equal: each text is read once.
  const known = new Map<string, { readings: UnsureClass | null; isSplit: boolean }>()
  const texts = cells.map(({ line, cell }) => {
    const text = cellText(cell)
    const seen = known.get(text) ?? { readings: unsureClass(text), isSplit: splitClassSection(text) !== null }
    known.set(text, seen)
    return { line, text, ...seen }
  })
  const unsure = texts.flatMap(({ readings, ...one }) => (readings ? [{ ...one, readings }] : []))
  const sure = texts.filter(({ readings }) => readings === null)
  const split = sure.filter(({ isSplit }) => isSplit).length
  const questions: Question[] = []
  const decision = { ...usualClasses }
  for (const kind of ['torn', 'digits'] as const) {
    const those = unsure.filter(({ readings }) => readings.kind === kind)
    const [first] = those
    if (!first) continue
    if (facts.hasSections) decision[kind] = 'whole'
    else if (split > 0 && split === sure.length) decision[kind] = 'split'
    else {
      const { split: parts, whole } = first.readings
      // A column of 11, 12, 21, 22 has sections in all its cells: 11 may be 1 – 1.
      const alsoClasses = kind === 'digits' ? sure.filter(({ text }) => /^1[12]$/.test(classKey(text))) : []
      decision[kind] =
        askOrAnswer(facts, questions, {
          id: `${kind}:${facts.key}`,
          sentence: `Does “${first.text}” in “${facts.heading}” name a section?`,
          options: [
            {
              value: 'split' as const,
              label: 'Class and section',
              example: `${first.text} is class ${parts.className}, section ${parts.sectionName}`,
            },
            { value: 'whole', label: 'A class', example: `${first.text} is class ${whole.className}` },
          ],
          lines: linesOf([...those, ...alsoClasses]),
        }) ?? usualClasses[kind]
    }
  }
  return { decision, questions, contradictions: [] }
}

/** Writes a cell that has two readings as the column’s decision says; other cells stay as they are. */
export function decidedClass(text: string, decision: ClassDecision = usualClasses): string {
  const unsure = unsureClass(text)
  if (unsure) {
    const { className, sectionName } = decision[unsure.kind] === 'split' ? unsure.split : unsure.whole
    return sectionName === '' ? className : `${className} - ${sectionName}`
  }
  // In a column of glued numbers, 11 and 12 are class 1 with a section.
  const glued = decision.digits === 'split' ? /^(1)([12])$/.exec(text.trim()) : null
  return glued ? `${glued[1]} - ${glued[2]}` : text
}
