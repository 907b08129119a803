import { number, type RowOf, selectRow, selectRows, text } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { maxPosition } from './options'
import { AcademicSession, SchoolClass, Section, Subject } from './tables.server'

const session = columnsOf(AcademicSession, 't', 'id', 'publicId', 'name', 'startsOn', 'endsOn', 'isCurrent')
const schoolClass = columnsOf(SchoolClass, 't', 'id', 'publicId', 'name', 'position')
const subject = columnsOf(Subject, 't', 'id', 'publicId', 'name', 'code')
const section = {
  ...columnsOf(Section, 't', 'id', 'publicId', 'name', 'capacity', 'classId'),
  classPublicId: text('c.public_id'),
  className: text('c.name'),
}
const ofClass = 'JOIN classes c ON c.school_id = t.school_id AND c.id = t.class_id'

const one = 'WHERE t.school_id = :schoolId AND t.public_id = :publicId'

export function findSession({ schoolId }: SchoolScope, publicId: string) {
  return selectRow(session, `FROM academic_sessions t ${one}`, { schoolId, publicId })
}

export function findSessions({ schoolId }: SchoolScope, publicIds: readonly string[]) {
  const these = 'WHERE t.school_id = :schoolId AND t.public_id IN (:publicIds)'
  return selectRows(session, `FROM academic_sessions t ${these}`, { schoolId, publicIds: [...publicIds] })
}

export function findClass({ schoolId }: SchoolScope, publicId: string) {
  return selectRow(schoolClass, `FROM classes t ${one}`, { schoolId, publicId })
}

export function findSubject({ schoolId }: SchoolScope, publicId: string) {
  return selectRow(subject, `FROM subjects t ${one}`, { schoolId, publicId })
}

export function findSection({ schoolId }: SchoolScope, publicId: string) {
  return selectRow(section, `FROM sections t ${ofClass} ${one}`, { schoolId, publicId })
}

export type SessionRecord = NonNullable<Awaited<ReturnType<typeof findSession>>>
export type SectionRecord = NonNullable<Awaited<ReturnType<typeof findSection>>>

const { id: _, ...sessionChoice } = session
export type SessionChoice = Omit<SessionRecord, 'id'>

export function sessionChoices({ schoolId }: SchoolScope): Promise<SessionChoice[]> {
  const order = 't.is_current DESC, t.starts_on DESC, t.id DESC'
  return selectRows(sessionChoice, `FROM academic_sessions t WHERE t.school_id = :schoolId ORDER BY ${order}`, {
    schoolId,
  })
}

/** Public id and name of a row in any table with the alias `t`. */
const nameSelection = { publicId: text('t.public_id'), name: text('t.name') }
export type NamedThing = RowOf<typeof nameSelection>

export function classChoices({ schoolId }: SchoolScope): Promise<NamedThing[]> {
  const from = 'FROM classes t WHERE t.school_id = :schoolId ORDER BY t.position, t.name, t.id'
  return selectRows(nameSelection, from, { schoolId })
}

export function subjectChoices({ schoolId }: SchoolScope): Promise<NamedThing[]> {
  return selectRows(nameSelection, 'FROM subjects t WHERE t.school_id = :schoolId ORDER BY t.name, t.id', { schoolId })
}

export function subjectsOfClass({ schoolId }: SchoolScope, classId: number): Promise<NamedThing[]> {
  return selectRows(
    nameSelection,
    `FROM class_subjects l JOIN subjects t ON t.id = l.subject_id
     WHERE l.school_id = :schoolId AND l.class_id = :classId ORDER BY t.name, t.id`,
    { schoolId, classId },
  )
}

export function classesOfSubject({ schoolId }: SchoolScope, subjectId: number): Promise<NamedThing[]> {
  return selectRows(
    nameSelection,
    `FROM class_subjects l JOIN classes t ON t.id = l.class_id
     WHERE l.school_id = :schoolId AND l.subject_id = :subjectId ORDER BY t.position, t.name, t.id`,
    { schoolId, subjectId },
  )
}

const sectionChoice = {
  ...columnsOf(Section, 't', 'publicId', 'name', 'capacity'),
  className: text('c.name'),
  /** Occupied seats in the current session. */
  taken: number('COALESCE(p.taken, 0)'),
}

export function sectionChoices({ schoolId }: SchoolScope) {
  return selectRows(
    sectionChoice,
    `FROM sections t ${ofClass}
     LEFT JOIN academic_sessions a ON a.school_id = t.school_id AND a.is_current = 1
     LEFT JOIN section_seats p ON p.section_id = t.id AND p.academic_session_id = a.id
     WHERE t.school_id = :schoolId ORDER BY c.position, c.name, t.name, t.id`,
    { schoolId },
  )
}

export async function nextPosition({ schoolId }: SchoolScope): Promise<number> {
  const next = number('COALESCE(MAX(position), 0) + 1')
  const row = await selectRow({ next }, 'FROM classes WHERE school_id = :schoolId', { schoolId })
  return Math.min(row?.next ?? 1, maxPosition)
}

/** Returns the first month of the school's year; April by default. */
export async function yearStartsMonth({ schoolId }: SchoolScope | StudentScope): Promise<number> {
  const month = number('year_starts_month')
  const row = await selectRow({ month }, 'FROM school_settings WHERE school_id = :schoolId', { schoolId })
  return row?.month ?? 4
}
