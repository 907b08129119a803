import { cellText, markOf } from '~/services/spreadsheets/port'
import type { NameOwner } from '../kinds/field-rule'
import { honorificOf, maxNameRead, parentName, remarkOf, withoutHonorifics, withoutTitles } from '../values/titles'
import {
  askOrAnswer,
  type ColumnCell,
  type ColumnFacts,
  type Decided,
  linesOf,
  type NameDecision,
  type Question,
} from './port'

export const usualNames: NameDecision = { comma: 'surname-first', remark: 'refuse', title: 'name' }

/** Parts of a name before and after its comma: `Patel, Asha`; null unless it has one comma between two names. */
export function aroundComma(name: string): { before: string; after: string } | null {
  const [before = '', after = '', ...others] = name.split(',').map((part) => part.trim())
  const areNames = others.length === 0 && /\p{L}/u.test(before) && /\p{L}/u.test(after)
  return areNames ? { before, after } : null
}

const isRte = (remark: string) => /^r\.?\s?t\.?\s?e\b/i.test(remark)

/** Returns true if a name needs no decision: it has only letters and spaces and no title, or is too long for a name. */
export const isUsualName = (name: string) =>
  name.length > maxNameRead || (!/[^\p{L}\p{M} ]/u.test(name) && honorificOf(name) === null)

/** Returns true for a name with a remark that the student has a seat under RTE. */
export const saysRte = (name: string) => isRte(remarkOf(name)?.remark ?? '')

/** Functions that remove titles from a name, by its owner: some words are titles only of teachers or of parents. */
export const bareNames: Readonly<Record<NameOwner, (name: string) => string>> = {
  student: (name) => withoutHonorifics(name),
  teacher: (name) => withoutHonorifics(withoutTitles(name)),
  parent: parentName,
  part: (name) => name,
}

/**
 * Decides once for a column of names: which part around a comma is the surname, what happens with a remark after the
 * name, and whether a word such as `Shree` is a title. Asks about a title only in a student’s name, and about a comma
 * only in a student’s full name.
 */
export function decideNames(
  cells: readonly ColumnCell[],
  { of: owner, ...facts }: ColumnFacts & { of: NameOwner },
): Decided<'name'> {
  const names = cells.flatMap(({ line, cell }) => {
    const name = cellText(cell)
    return markOf(cell) || isUsualName(name) ? [] : [{ line, name }]
  })
  const questions: Question[] = []
  const bareName = bareNames[owner]
  const decision: NameDecision = { ...usualNames, ...(owner === 'student' ? {} : { comma: 'keep' }) }
  const titled = names.filter(({ name }) => owner === 'student' && honorificOf(name) === 'unsure')
  if (titled[0]) {
    const { name } = titled[0]
    const title = name.split(/\s/)[0] ?? ''
    decision.title =
      askOrAnswer(facts, questions, {
        id: `title:${facts.key}`,
        sentence: `Is “${title}” in “${facts.heading}” a title?`,
        options: [
          { value: 'title' as const, label: 'A title', example: `${name} is ${withoutHonorifics(name, 'unsure')}` },
          { value: 'name', label: 'A part of the name', example: `${name} stays` },
        ],
        lines: linesOf(titled),
      }) ?? usualNames.title
  }
  const remarked = names.flatMap(({ line, name }) => {
    const found = remarkOf(bareName(name))
    return found ? [{ line, name, ...found }] : []
  })
  const [first] = remarked
  const rte = owner === 'student' ? remarked.find(({ remark }) => isRte(remark)) : undefined
  if (first) {
    const { name, bare, remark } = rte ?? first
    const record = { value: 'rte' as const, label: 'Record RTE', example: `${name} is ${bare}, with RTE` }
    const designation = {
      value: 'designation' as const,
      label: 'Record it as the designation',
      example: `${name} is ${bare}, with the designation ${remark}`,
    }
    decision.remark =
      askOrAnswer(facts, questions, {
        id: `remark:${facts.key}`,
        sentence: `Some names in “${facts.heading}” have a remark behind them. What should be done with it?`,
        options: [
          // Offered because dropping the remark would charge fees to a student under RTE.
          ...(rte ? [record] : []),
          ...(owner === 'teacher' ? [designation] : []),
          { value: 'drop', label: 'Leave it out', example: `${name} is ${bare}` },
          { value: 'refuse', label: 'Do not import these rows', example: `${name} is refused` },
        ],
        lines: linesOf(remarked),
      }) ?? usualNames.remark
  }
  const parted = names.flatMap(({ line, name }) => {
    const bare = bareName(name)
    const parts = aroundComma(remarkOf(bare)?.bare ?? bare)
    return parts ? [{ line, name, ...parts }] : []
  })
  if (parted[0] && owner === 'student' && facts.key === 'full_name') {
    const { name, before, after } = parted[0]
    decision.comma =
      askOrAnswer(facts, questions, {
        id: `comma:${facts.key}`,
        sentence: `Which part of “${name}” in “${facts.heading}” is the last name?`,
        options: [
          { value: 'surname-first' as const, label: 'The part before the comma', example: `${after} ${before}` },
          { value: 'surname-last', label: 'The part after the comma', example: `${before} ${after}` },
        ],
        lines: linesOf(parted),
      }) ?? usualNames.comma
  }
  return { decision, questions, contradictions: [] }
}
