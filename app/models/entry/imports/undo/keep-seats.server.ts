import { inParts, number, selectRows, text, textOrNull } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { Entries, Keep } from './entries'
import { findReferring, type Reference } from './references.server'
import { type SeatChange, settle } from './settle-seats'
import type { KeepReason } from './undo-words'

/**
 * Keeps students as imported if their earlier section has no free seat, or if another student has their earlier roll
 * or admission number. Repeats until all others fit, and returns the changes of seats.
 */
export async function settleSeats(
  scope: SchoolScope,
  entries: Entries,
  kept: ReadonlyMap<string, KeepReason>,
  keep: Keep,
): Promise<Map<string, number>> {
  const seatChanges = await readSeatChanges(scope, entries)
  const limits = await readLimits(scope, seatChanges)
  const numbers = entries
    .of('academic_infos', 'changed')
    .flatMap(({ unit, entry: { was } }) =>
      was.admission_number ? [{ unit, number: was.admission_number, slot: numberSlot(was.admission_number) }] : [],
    )
  const wanted = [...numbers, ...seatChanges.flatMap(({ unit, roll }) => (roll ? [{ unit, slot: roll }] : []))]
  const holders = await readHolders(scope, entries, seatChanges, numbers)
  return settle({ seatChanges, limits, wanted, holders, kept, keep })
}

async function readSeatChanges({ schoolId }: SchoolScope, entries: Entries): Promise<SeatChange[]> {
  const seatChanges: SeatChange[] = []
  const ids = [...entries.ids('enrollments'), ...entries.ids('enrollments', 'changed')]
  for (const part of inParts(ids)) {
    const rows = await selectRows(
      {
        id: number('e.id'),
        sectionId: number('e.section_id'),
        sessionId: number('e.academic_session_id'),
        roll: textOrNull('e.roll_number'),
        status: text('e.status'),
      },
      'FROM enrollments e WHERE e.school_id = :schoolId AND e.id IN (:part)',
      { schoolId, part },
    )
    for (const { id, sectionId, sessionId, roll, status } of rows) {
      const found = entries.at('enrollments', id)
      if (!found) continue
      const { unit, entry } = found
      const from = status === 'studying' ? `${sectionId} ${sessionId}` : null
      if (entry.did !== 'changed') {
        seatChanges.push({ unit, from, to: null, roll: null })
        continue
      }
      const section = entry.was.section_id ?? String(sectionId)
      const oldRoll = 'roll_number' in entry.was ? entry.was.roll_number : roll
      const isMoved = 'section_id' in entry.was
      seatChanges.push({
        unit,
        from: isMoved ? from : null,
        to: isMoved && from !== null ? `${section} ${sessionId}` : null,
        roll: oldRoll ? `roll ${section} ${sessionId} ${oldRoll}` : null,
      })
    }
  }
  return seatChanges
}

async function readLimits({ schoolId }: SchoolScope, seatChanges: readonly SeatChange[]) {
  const limits = new Map<string, { taken: number; capacity: number }>()
  for (const part of inParts([...new Set(seatChanges.flatMap(({ to }) => to ?? []))])) {
    const rows = await selectRows(
      {
        sectionId: number('c.id'),
        sessionId: number('a.id'),
        taken: number('COALESCE(t.taken, 0)'),
        capacity: number('COALESCE(t.capacity, c.capacity)'),
      },
      `FROM sections c JOIN academic_sessions a ON a.school_id = c.school_id
       LEFT JOIN section_seats t ON t.section_id = c.id AND t.academic_session_id = a.id
       WHERE c.school_id = :schoolId AND c.id IN (:sections) AND a.id IN (:sessions)`,
      {
        schoolId,
        sections: part.map((place) => Number(place.split(' ')[0])),
        sessions: part.map((place) => Number(place.split(' ')[1])),
      },
    )
    for (const { sectionId, sessionId, ...limit } of rows) limits.set(`${sectionId} ${sessionId}`, limit)
  }
  return limits
}

/** Key of an admission number, without case and accents, because the database ignores both when it compares. */
const numberSlot = (text: string) =>
  `number ${text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .trimEnd()}`

/**
 * Finds who has each wanted number now: the record of this import whose undo frees the number, or '' if the number
 * stays taken.
 */
async function readHolders(
  { schoolId }: SchoolScope,
  entries: Entries,
  seatChanges: readonly SeatChange[],
  numbers: ReadonlyArray<{ number: string }>,
): Promise<Map<string, string>> {
  const holders = new Map<string, string>()
  const givesBack = (table: string, key: number, columns: readonly string[]) => {
    const found = entries.at(table, key)
    if (!found) return ''
    const { unit, entry } = found
    return entry.did === 'added' || (entry.did === 'changed' && columns.some((name) => name in entry.was)) ? unit : ''
  }
  for (const part of inParts(numbers.map((wanted) => wanted.number))) {
    const rows = await selectRows(
      { studentId: number('t.student_id'), number: text('t.admission_number') },
      'FROM academic_infos t WHERE t.school_id = :schoolId AND t.admission_number IN (:part)',
      { schoolId, part },
    )
    for (const { studentId, number: one } of rows)
      holders.set(numberSlot(one), givesBack('academic_infos', studentId, ['admission_number']))
  }
  const sections = [...new Set(seatChanges.flatMap(({ roll }) => (roll ? [Number(roll.split(' ')[1])] : [])))]
  for (const part of inParts(sections)) {
    const rows = await selectRows(
      {
        id: number('e.id'),
        slot: text("CONCAT('roll ', e.section_id, ' ', e.academic_session_id, ' ', e.roll_number)"),
      },
      'FROM enrollments e WHERE e.school_id = :schoolId AND e.section_id IN (:part) AND e.roll_number IS NOT NULL',
      { schoolId, part },
    )
    for (const { id, slot } of rows) holders.set(slot, givesBack('enrollments', id, ['roll_number', 'section_id']))
  }
  return holders
}

/** Keeps new sections and classes if students, sections or other rows that refer to them remain. */
export async function keepSections(
  { schoolId }: SchoolScope,
  entries: Entries,
  references: readonly Reference[],
  kept: ReadonlyMap<string, KeepReason>,
  keep: Keep,
): Promise<void> {
  const [sectionIds, classIds] = [entries.ids('sections'), entries.ids('classes')]
  for (const part of inParts(sectionIds)) {
    const rows = await selectRows(
      { id: number('e.id'), sectionId: number('e.section_id') },
      'FROM enrollments e WHERE e.school_id = :schoolId AND e.section_id IN (:part)',
      { schoolId, part },
    )
    for (const { id, sectionId } of rows) {
      const unit = entries.at('enrollments', id)?.unit
      if (unit === undefined || kept.has(unit)) keep(`k${sectionId}`, 'students')
    }
  }
  for (const { id, reason } of await findReferring(schoolId, references, 'sections', sectionIds)) keep(`k${id}`, reason)
  for (const part of inParts(classIds)) {
    const rows = await selectRows(
      { id: number('t.id'), classId: number('t.class_id') },
      'FROM sections t WHERE t.school_id = :schoolId AND t.class_id IN (:part)',
      { schoolId, part },
    )
    for (const { id, classId } of rows)
      if (!entries.at('sections', id)) keep(`c${classId}`, 'changed')
      else if (kept.has(`k${id}`)) keep(`c${classId}`, kept.get(`k${id}`) ?? 'students')
  }
  for (const { id, reason } of await findReferring(schoolId, references, 'classes', classIds)) keep(`c${id}`, reason)
}
