import { cellText } from '~/services/spreadsheets/port'
import { dateProblem, ok, type Read, wrong } from '../values/cells'
import {
  type ClassParts,
  classKey,
  looksLikeDate,
  numberOfClass,
  splitClassSection,
  type UnsureClass,
  type UnsureKind,
  unsureClass,
} from '../values/class-names'
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

export const usualClasses: ClassDecision = {
  torn: 'split',
  digits: 'whole',
  range: 'split',
  plus: 'split',
  junior: 'split',
  extra: 'whole',
}

const kinds = Object.keys(usualClasses) as UnsureKind[]

/** Labels of the two readings. */
const labels: Record<UnsureKind, Record<'split' | 'whole', string>> = {
  torn: { split: 'Class and section', whole: 'A class' },
  digits: { split: 'Class and section', whole: 'A class' },
  range: { split: 'Class and section', whole: 'Several classes' },
  plus: { split: 'The number as written', whole: 'A year after class 10' },
  junior: { split: 'A class of its own', whole: 'A class of KG' },
  extra: { split: 'Leave the other words out', whole: 'They belong to the class' },
}

/**
 * Decides once for a column of classes how to read cells with two readings: `V I` is class V with section I, or class
 * VI; `62` is class 6 with section 2, or class 62. Asks the user if the other cells do not show which reading is right.
 */
export function decideClasses(cells: readonly ColumnCell[], facts: ClassFacts): Decided<'class'> {
  // Many cells are equal, so each text is read only once.
  const known = new Map<string, { readings: UnsureClass | null; section: string | null }>()
  const texts = cells.map(({ line, cell }) => {
    const text = cellText(cell)
    const seen = known.get(text) ?? {
      readings: unsureClass(text),
      section: splitClassSection(text)?.sectionName ?? null,
    }
    known.set(text, seen)
    return { line, text, ...seen }
  })
  const unsure = texts.flatMap(({ readings, ...one }) => (readings ? [{ ...one, readings }] : []))
  const sure = texts.filter(({ readings }) => readings === null)
  const sections = sure.flatMap(({ section }) => section ?? [])
  const areClassNames = unsure.every(
    ({ text, readings: { kind, split } }) => kind !== 'extra' || (split.sectionName === '' && !/[([{]/.test(text)),
  )
  /** Reading that the other cells show; null if the user must be asked. */
  const told = (kind: UnsureKind): 'split' | 'whole' | null => {
    if (kind === 'range') return sections.some((section) => numberOfClass(section) !== null) ? 'split' : null
    if (kind === 'plus' || kind === 'junior') return null
    // With a column of sections, `6 English` is the name of a class.
    if (kind === 'extra') return facts.hasSections && areClassNames ? 'whole' : null
    if (facts.hasSections) return 'whole'
    return sections.length > 0 && sections.length === sure.length ? 'split' : null
  }
  const questions: Question[] = []
  const decision = { ...usualClasses }
  for (const kind of kinds) {
    const those = unsure.filter(({ readings }) => readings.kind === kind)
    const [first] = those
    if (!first) continue
    const { text, readings } = first
    // If digits are split, 11 and 12 change too (to class 1 with a section), so the question also lists their lines.
    const alsoClasses = kind === 'digits' ? sure.filter((one) => /^1[12]$/.test(classKey(one.text))) : []
    const isSection = kind === 'torn' || kind === 'digits' || kind === 'range'
    decision[kind] =
      told(kind) ??
      askOrAnswer(facts, questions, {
        id: `${kind}:${facts.key}`,
        sentence: isSection
          ? `Does “${text}” in “${facts.heading}” name a section?`
          : `Which class is “${text}” in “${facts.heading}”?`,
        options: (['split', 'whole'] as const).map((value) => ({
          value,
          label: labels[kind][value],
          example:
            kind === 'range' && value === 'whole' ? `${text} is refused` : `${text} is ${partsText(readings[value])}`,
        })),
        lines: linesOf([...those, ...alsoClasses]),
      }) ??
      usualClasses[kind]
  }
  return { decision, questions, contradictions: [] }
}

const partsText = ({ className, sectionName }: ClassParts) =>
  sectionName === '' ? `class ${className}` : `class ${className}, section ${sectionName}`

/** Rewrites a cell that has two readings by the column’s decision; returns other cells unchanged. */
export function decidedClass(text: string, decision: ClassDecision = usualClasses): string {
  const unsure = unsureClass(text)
  if (unsure) {
    // A range such as `6-8` stays as it is: the school may have a class with this name.
    if (unsure.kind === 'range' && decision.range === 'split') return text
    // The school may have a section such as `A Sci`.
    if (unsure.kind === 'extra' && decision.extra === 'whole') return text
    const { className, sectionName } = unsure[decision[unsure.kind]]
    return sectionName === '' ? className : `${className} - ${sectionName}`
  }
  // If the digits of the column are split, 11 and 12 are class 1 with a section.
  const glued = decision.digits === 'split' ? /^(1)([12])$/.exec(text.trim()) : null
  return glued ? `${glued[1]} - ${glued[2]}` : text
}

/** Reads a cell of classes by the column’s decision; a date is refused. */
export const readClass = (text: string, decision: ClassDecision): Read =>
  looksLikeDate(text) ? wrong(dateProblem) : ok(decidedClass(text, decision))

/** Reads a section; a date is refused. */
export const readSection = (text: string): Read => (looksLikeDate(text) ? wrong(dateProblem) : ok(text))
