import { areAlike, areWordsAlike, wordsOfName } from '~/models/people/students/name-likeness'
import type { GuardianRelation } from './options'

const holders = ['father', 'mother', 'guardian'] as const
type Holder = (typeof holders)[number]

/** A student with the family's contacts in the records. Numbers are ten digits, or null. */
export interface RecordedChild {
  id: number
  publicId: string
  name: string
  /** The student's own number, which siblings often share. */
  mobileNumber: string | null
  persons: Record<Holder, { name: string; mobileNumber: string | null; relation: GuardianRelation }>
  /** Relations already entered as guardians. */
  entered: readonly GuardianRelation[]
}

export interface KnownGuardian {
  publicId: string
  name: string
  mobileNumber: string
  isWrong: boolean
  /** True when the guardian lacks a right for some child, or is blocked. */
  isRestricted: boolean
}

/** Reason why a proposal is not preselected. */
export type Doubt = 'different-names' | 'known-otherwise' | 'marked-wrong' | 'restricted'

/** Maximum children of a family's number; a number with more is the school's own, or a placeholder. */
export const maxChildrenOfNumber = 30

export interface Proposal {
  name: string
  mobileNumber: string
  relation: GuardianRelation
  /** Other parent with the same number, for whom no guardian is proposed. */
  alsoOf: Holder | null
  /** Existing guardian who would get one more child; null: a new guardian. */
  known: string | null
  children: readonly RecordedChild[]
  doubt: Doubt | null
}

type Held = { child: RecordedChild; by: readonly Holder[]; words: Record<Holder, readonly string[]> }

/**
 * Persons in the child's records with this number. If only the student has the number, it counts as the father's,
 * provided that the father has none.
 */
function holdersOf({ persons, mobileNumber }: RecordedChild, number: string): Holder[] {
  const matchingHolders = holders.filter((who) => persons[who].mobileNumber === number && persons[who].name !== '')
  const isFathers = mobileNumber === number && persons.father.mobileNumber === null && persons.father.name !== ''
  return matchingHolders.length === 0 && isFathers ? ['father'] : matchingHolders
}

function byNumber(children: readonly RecordedChild[]): Map<string, Held[]> {
  const numbers = new Map<string, Held[]>()
  for (const child of children) {
    // Computed once per child: hundreds may share one number, such as the school's.
    const [father, mother, guardian] = holders.map((who) => wordsOfName(child.persons[who].name))
    const words = { father: father ?? [], mother: mother ?? [], guardian: guardian ?? [] }
    const childNumbers = [child.mobileNumber, ...holders.map((who) => child.persons[who].mobileNumber)]
    for (const number of new Set(childNumbers)) {
      const numberHolders = number === null ? [] : holdersOf(child, number)
      if (number === null || numberHolders.length === 0) continue
      const numberMatches = numbers.get(number)
      if (numberMatches) numberMatches.push({ child, by: numberHolders, words })
      else numbers.set(number, [{ child, by: numberHolders, words }])
    }
  }
  return numbers
}

/**
 * Returns true when the number may belong to one person in both records: a father, mother or guardian who has the
 * number in one record has a similar name in both.
 */
function isOneFamily(one: Held, other: Held): boolean {
  return holders.some(
    (who) => (one.by.includes(who) || other.by.includes(who)) && areWordsAlike(one.words[who], other.words[who]),
  )
}

/**
 * Groups the children with one number into families, in which every two children may have the same parent. Compares all
 * pairs: call it only for up to `maxChildrenOfNumber` children.
 */
function familiesOf(numberMatches: readonly Held[]): Held[][] {
  const families: Held[][] = []
  for (const one of numberMatches) {
    const matchingFamily = families.find((family) => family.every((other) => isOneFamily(one, other)))
    if (matchingFamily) matchingFamily.push(one)
    else families.push([one])
  }
  return families
}

/** Most frequent name in the records; among equally frequent names, the longest. */
function usualName(names: readonly string[]): string {
  const count = (name: string) => names.filter((other) => other === name).length
  return [...names].sort((one, other) => count(other) - count(one) || other.length - one.length)[0] ?? ''
}

/**
 * Proposes guardians from the records of a school's students. Similar names with one number are taken as one person;
 * clearly different names make all holders doubtful (number reassigned or mistyped). Skips relations that a child
 * already has. Leaves out a number of more than `maxChildrenOfNumber` children; `crowded` are its children for whom a
 * guardian is still missing.
 */
export function proposeGuardians(
  children: readonly RecordedChild[],
  existingGuardians: readonly KnownGuardian[],
): { proposals: Proposal[]; crowded: RecordedChild[] } {
  const knownBy = new Map<string, KnownGuardian[]>()
  for (const one of existingGuardians) {
    const same = knownBy.get(one.mobileNumber)
    if (same) same.push(one)
    else knownBy.set(one.mobileNumber, [one])
  }
  const numbers = [...byNumber(children)]
  const isCrowded = ([, held]: (typeof numbers)[number]) => held.length > maxChildrenOfNumber
  const crowded = numbers
    .filter(isCrowded)
    .flatMap(([, held]) => held.filter(hasNobodyEntered).map(({ child }) => child))
  const families = numbers.filter((one) => !isCrowded(one))
  return { proposals: families.flatMap(proposedBy(knownBy)), crowded: [...new Set(crowded)] }
}

const hasNobodyEntered = ({ child, by }: Held) => by.some((who) => !child.entered.includes(child.persons[who].relation))

function proposedBy(knownBy: ReadonlyMap<string, readonly KnownGuardian[]>) {
  return ([mobileNumber, held]: readonly [string, readonly Held[]]): Proposal[] => {
    const families = familiesOf(held)
    const numberGuardians = knownBy.get(mobileNumber) ?? []
    return families.flatMap((family) => {
      const who = holders.find((one) => family.some(({ by }) => by.includes(one))) ?? 'father'
      const alsoOf = holders.find((one) => one !== who && family.some(({ by }) => by.includes(one))) ?? null
      const personOf = ({ child }: Held) => child.persons[who]
      const wanting = family.filter((one) => !one.child.entered.includes(personOf(one).relation))
      const [first] = wanting
      if (!first) return []
      const name = usualName(family.map((one) => personOf(one).name).filter((one) => one !== ''))
      const same = numberGuardians.find((one) => areAlike(one.name, name))
      // A restriction applies to all holders of the number under any name: a court order may concern this very person.
      const doubt: Doubt | null = numberGuardians.some(({ isRestricted }) => isRestricted)
        ? 'restricted'
        : numberGuardians.some(({ isWrong }) => isWrong)
          ? 'marked-wrong'
          : families.length > 1
            ? 'different-names'
            : numberGuardians.length > 0 && !same
              ? 'known-otherwise'
              : null
      return [
        {
          name: same?.name ?? name,
          mobileNumber,
          relation: personOf(first).relation,
          alsoOf,
          known: same?.publicId ?? null,
          children: wanting.map(({ child }) => child),
          doubt,
        },
      ]
    })
  }
}
