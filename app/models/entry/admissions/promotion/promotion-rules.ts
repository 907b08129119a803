/** Outcomes of a student at the end of a session, as stored in `promotion_rows`. */
export const promotionOutcomes = ['promoted', 'stayed', 'left', 'completed'] as const
export type PromotionOutcome = (typeof promotionOutcomes)[number]

export const rollChoices = ['none', 'by-name', 'keep'] as const
export type RollChoice = (typeof rollChoices)[number]

/** Maximum rows of the form: more students than any class has. A form with more rows is invalid. */
export const maxPromoted = 500

type TargetSection = { publicId: string; name: string; taken: number }

/** Values of a form row other than a section's id: skip, leave, complete. */
export const withoutSection = ['skip', 'leave', 'complete'] as const

/**
 * Proposes a target for each student: the section of the same name in the next class, otherwise the emptiest one;
 * 'complete' after the last class; 'skip' for closed accounts.
 */
export function proposeSections(
  students: ReadonlyArray<{ sectionName: string; isActive: boolean }>,
  next: readonly TargetSection[] | null,
): string[] {
  const takenSeats = new Map(next?.map((section) => [section.publicId, section.taken]))
  return students.map((student) => {
    if (!student.isActive) return 'skip'
    if (next === null) return 'complete'
    const section = next.find((one) => one.name === student.sectionName) ?? emptiest(next, takenSeats)
    if (!section) return 'skip'
    takenSeats.set(section.publicId, (takenSeats.get(section.publicId) ?? 0) + 1)
    return section.publicId
  })
}

function emptiest(
  sections: readonly TargetSection[],
  takenSeats: ReadonlyMap<string, number>,
): TargetSection | undefined {
  return [...sections].sort(
    (one, other) => (takenSeats.get(one.publicId) ?? 0) - (takenSeats.get(other.publicId) ?? 0),
  )[0]
}

/** Counts the students per section id. */
export function countSeats(destinations: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const sectionId of destinations) counts.set(sectionId, (counts.get(sectionId) ?? 0) + 1)
  return counts
}

/**
 * Assigns roll numbers to students new in a section, in the passed order. 'keep' keeps the old number if it is free in
 * the section; 'by-name' continues after the section's last number, so the caller must sort by name.
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

/** Sorts people as in a register, by first or by last name. */
export function byName<Person extends { firstName: string; lastName: string }>(
  people: readonly Person[],
  first: 'first' | 'last',
): Person[] {
  const order = new Intl.Collator('en-IN', { sensitivity: 'base', numeric: true })
  const key = (person: Person) =>
    first === 'first' ? `${person.firstName} ${person.lastName}` : `${person.lastName} ${person.firstName}`
  return [...people].sort((one, other) => order.compare(key(one), key(other)))
}
