import { areAlike, areWordsAlike, wordsOfName } from './name-likeness'
import type { GuardianRelation } from './options'

const holders = ['father', 'mother', 'guardian'] as const
type Holder = (typeof holders)[number]

/** A student as the records tell of the family. Numbers are ten digits; null where there is none. */
export interface RecordedChild {
  id: number
  publicId: string
  name: string
  /** The student's own number, which brothers and sisters often share. */
  mobileNumber: string | null
  persons: Record<Holder, { name: string; mobileNumber: string | null; relation: GuardianRelation }>
  /** Who of the family is entered as a guardian already. */
  entered: readonly GuardianRelation[]
}

/** A guardian whom the school has already. */
export interface KnownGuardian {
  publicId: string
  name: string
  mobileNumber: string
  isWrong: boolean
  /** With some child this guardian lacks a right, or is shut out. */
  isRestricted: boolean
}

/** Why a proposal is not ticked by itself. */
export type Doubt = 'different-names' | 'known-otherwise' | 'marked-wrong' | 'restricted'

/** A number of more children than this is nobody's: the school's own, or typed so that the field is filled. */
export const maxChildrenOfNumber = 30

export interface Proposal {
  name: string
  mobileNumber: string
  relation: GuardianRelation
  /** Whose number it is for another parent too: that parent gets no guardian of their own by it. */
  alsoOf: Holder | null
  /** Of whom this would be one more child; null: a new guardian. */
  known: string | null
  children: readonly RecordedChild[]
  doubt: Doubt | null
}

type Held = { child: RecordedChild; by: readonly Holder[]; words: Record<Holder, readonly string[]> }

/** Who of the child's records has this number. The student's own is the father's, where he has none. */
function holdersOf({ persons, mobileNumber }: RecordedChild, number: string): Holder[] {
  const own = holders.filter((who) => persons[who].mobileNumber === number && persons[who].name !== '')
  const isFathers = mobileNumber === number && persons.father.mobileNumber === null && persons.father.name !== ''
  return own.length === 0 && isFathers ? ['father'] : own
}

function byNumber(children: readonly RecordedChild[]): Map<string, Held[]> {
  const numbers = new Map<string, Held[]>()
  for (const child of children) {
    // Once a child: hundreds may have one number, such as that of the school.
    const [father, mother, guardian] = holders.map((who) => wordsOfName(child.persons[who].name))
    const words = { father: father ?? [], mother: mother ?? [], guardian: guardian ?? [] }
    const own = [child.mobileNumber, ...holders.map((who) => child.persons[who].mobileNumber)]
    for (const number of new Set(own)) {
      const by = number === null ? [] : holdersOf(child, number)
      if (number === null || by.length === 0) continue
      const held = numbers.get(number)
      if (held) held.push({ child, by, words })
      else numbers.set(number, [{ child, by, words }])
    }
  }
  return numbers
}

/** Whether the number may be one person's in both records: somebody who has it in one of them is called alike in both. */
function isOneFamily(one: Held, other: Held): boolean {
  return holders.some(
    (who) => (one.by.includes(who) || other.by.includes(who)) && areWordsAlike(one.words[who], other.words[who]),
  )
}

/** The families that have this number, each of children who all fit to each other. Compares each with each: for `maxChildrenOfNumber` at most. */
function familiesOf(held: readonly Held[]): Held[][] {
  const families: Held[][] = []
  for (const one of held) {
    const own = families.find((family) => family.every((other) => isOneFamily(one, other)))
    if (own) own.push(one)
    else families.push([one])
  }
  return families
}

/** The name that most of the records have, the longer one of two. */
function usualName(names: readonly string[]): string {
  const count = (name: string) => names.filter((other) => other === name).length
  return [...names].sort((one, other) => count(other) - count(one) || other.length - one.length)[0] ?? ''
}

/**
 * The guardians that the records of a school's students propose: whoever has the same mobile number under a like name is one person. A number
 * under clearly different names is doubtful for all who have it: it was given to somebody else, or typed wrongly. Father and mother with
 * numbers of their own are two. Whom a child has as a guardian already is not proposed for it again. A number of more than
 * `maxChildrenOfNumber` children proposes nobody; `crowded` are the children who have nobody entered for it.
 */
export function proposeGuardians(
  children: readonly RecordedChild[],
  known: readonly KnownGuardian[],
): { proposals: Proposal[]; crowded: RecordedChild[] } {
  const knownBy = new Map<string, KnownGuardian[]>()
  for (const one of known) {
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

/** What one number proposes. */
function proposedBy(knownBy: ReadonlyMap<string, readonly KnownGuardian[]>) {
  return ([mobileNumber, held]: readonly [string, readonly Held[]]): Proposal[] => {
    const families = familiesOf(held)
    const there = knownBy.get(mobileNumber) ?? []
    return families.flatMap((family) => {
      const who = holders.find((one) => family.some(({ by }) => by.includes(one))) ?? 'father'
      const alsoOf = holders.find((one) => one !== who && family.some(({ by }) => by.includes(one))) ?? null
      const of = ({ child }: Held) => child.persons[who]
      const wanting = family.filter((one) => !one.child.entered.includes(of(one).relation))
      const [first] = wanting
      if (!first) return []
      const name = usualName(family.map((one) => of(one).name).filter((one) => one !== ''))
      const same = there.find((one) => areAlike(one.name, name))
      // Whoever has the number under whatever name: a court may have said so of this very person.
      const doubt: Doubt | null = there.some(({ isRestricted }) => isRestricted)
        ? 'restricted'
        : there.some(({ isWrong }) => isWrong)
          ? 'marked-wrong'
          : families.length > 1
            ? 'different-names'
            : there.length > 0 && !same
              ? 'known-otherwise'
              : null
      return [
        {
          name: same?.name ?? name,
          mobileNumber,
          relation: of(first).relation,
          alsoOf,
          known: same?.publicId ?? null,
          children: wanting.map(({ child }) => child),
          doubt,
        },
      ]
    })
  }
}
