/** What becomes of a student at the end of a session, in the words of `promotion_rows`. */
export const promotionOutcomes = ['promoted', 'stayed', 'left', 'completed'] as const
export type PromotionOutcome = (typeof promotionOutcomes)[number]

/** How the new roll numbers come about. */
export const rollChoices = ['none', 'by-name', 'keep'] as const
export type RollChoice = (typeof rollChoices)[number]

/** More than any section or class has; a form with more rows is none of ours. */
export const maxPromoted = 500

type TargetSection = { publicId: string; name: string; taken: number }

/** What a form row may say beside a section's id: not yet, leaves, has completed the school. */
export const withoutSection = ['skip', 'leave', 'complete'] as const

/**
 * What a promotion proposes for each student: the section of the same name in the next class, else the one that is emptiest by
 * then; after the last class 'complete'; 'skip' for whose account is closed.
 */
export function proposeSections(
  students: ReadonlyArray<{ sectionName: string; isActive: boolean }>,
  next: readonly TargetSection[] | null,
): string[] {
  const taken = new Map(next?.map((section) => [section.publicId, section.taken]))
  return students.map((student) => {
    if (!student.isActive) return 'skip'
    if (next === null) return 'complete'
    const section = next.find((one) => one.name === student.sectionName) ?? emptiest(next, taken)
    if (!section) return 'skip'
    taken.set(section.publicId, (taken.get(section.publicId) ?? 0) + 1)
    return section.publicId
  })
}

function emptiest(sections: readonly TargetSection[], taken: ReadonlyMap<string, number>): TargetSection | undefined {
  return [...sections].sort((one, other) => (taken.get(one.publicId) ?? 0) - (taken.get(other.publicId) ?? 0))[0]
}

/** How many come to each section, by its id. */
export function countSeats(places: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1)
  return counts
}

/**
 * Roll numbers for those who come new into one section, in the order given. 'keep' carries the old number over where nobody in
 * the section has it; 'by-name' counts on from the section's last, so give the newcomers in the order of their names.
 */
export function newRollNumbers(
  choice: RollChoice,
  newcomers: ReadonlyArray<{ rollNumber: number | null }>,
  inUse: readonly number[],
): Array<number | null> {
  const used = new Set(inUse)
  let last = Math.max(0, ...inUse)
  return newcomers.map(({ rollNumber }) => {
    if (choice === 'none') return null
    if (choice === 'by-name') {
      last += 1
      return last
    }
    if (rollNumber === null || used.has(rollNumber)) return null
    used.add(rollNumber)
    return rollNumber
  })
}

/** The order of a register: by first or by last name, as people sort names. */
export function byName<Person extends { firstName: string; lastName: string }>(
  people: readonly Person[],
  first: 'first' | 'last',
): Person[] {
  const order = new Intl.Collator('en-IN', { sensitivity: 'base', numeric: true })
  const key = (person: Person) =>
    first === 'first' ? `${person.firstName} ${person.lastName}` : `${person.lastName} ${person.firstName}`
  return [...people].sort((one, other) => order.compare(key(one), key(other)))
}
