import { execute } from '~/database/database.server'
import { financialYearOf, todayInIndia } from '~/models/core/shared/calendar'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { insert, unique } from './insert'
import { readRow } from './read'
import type { MadeStudent } from './student'

/** School as the factories need it; for a student's school, `{ id: student.schoolId }` is enough. */
interface OfSchool {
  id: number
}

export interface MadeSession {
  id: number
  publicId: string
  schoolId: number
  /** `2026-27` */
  name: string
  startsOn: string
  endsOn: string
  isCurrent: boolean
}

export interface MadeClass {
  id: number
  publicId: string
  schoolId: number
  name: string
}

export interface MadeSection {
  id: number
  publicId: string
  schoolId: number
  classId: number
  name: string
  capacity: number
}

export interface MadeEnrollment {
  id: number
  publicId: string
  session: MadeSession
  class: MadeClass
  section: MadeSection
  rollNumber: number | null
}

/**
 * Creates an academic session from April to March; `startYear` 2026 makes 2026-27. A school has at most one current
 * session.
 */
export async function makeAcademicSession(
  school: OfSchool,
  overrides: { startYear?: number; name?: string; startsOn?: string; endsOn?: string; isCurrent?: boolean } = {},
): Promise<MadeSession> {
  const startYear = overrides.startYear ?? Number(financialYearOf(todayInIndia(new Date())).slice(0, 4))
  const session = {
    publicId: newPublicId(),
    name: overrides.name ?? `${startYear}-${String((startYear + 1) % 100).padStart(2, '0')}`,
    startsOn: overrides.startsOn ?? `${startYear}-04-01`,
    endsOn: overrides.endsOn ?? `${startYear + 1}-03-31`,
    isCurrent: overrides.isCurrent ?? false,
  }
  const now = new Date()
  const id = await insert('academic_sessions', {
    public_id: session.publicId,
    school_id: school.id,
    name: session.name,
    starts_on: session.startsOn,
    ends_on: session.endsOn,
    is_current: session.isCurrent ? 1 : 0,
    created_at: now,
    updated_at: now,
  })
  return { id, schoolId: school.id, ...session }
}

/** Returns the school's current session; creates it when the school has none. */
export async function currentSession(school: OfSchool): Promise<MadeSession> {
  const row = await readRow<MadeSession>(
    `SELECT id, public_id AS publicId, school_id AS schoolId, name, starts_on AS startsOn, ends_on AS endsOn, 1 AS isCurrent
     FROM academic_sessions WHERE school_id = :schoolId AND is_current = 1`,
    { schoolId: school.id },
  )
  return row ? { ...row, isCurrent: true } : makeAcademicSession(school, { isCurrent: true })
}

export async function makeClass(
  school: OfSchool,
  overrides: { name?: string; position?: number } = {},
): Promise<MadeClass> {
  const name = overrides.name ?? `Class ${unique()}`
  const publicId = newPublicId()
  const now = new Date()
  const id = await insert('classes', {
    public_id: publicId,
    school_id: school.id,
    name,
    position: overrides.position ?? 0,
    created_at: now,
    updated_at: now,
  })
  return { id, publicId, schoolId: school.id, name }
}

export async function makeSection(
  of: MadeClass,
  overrides: { name?: string; capacity?: number } = {},
): Promise<MadeSection> {
  const { name = 'A', capacity = 40 } = overrides
  const publicId = newPublicId()
  const now = new Date()
  const id = await insert('sections', {
    public_id: publicId,
    school_id: of.schoolId,
    class_id: of.id,
    name,
    capacity,
    created_at: now,
    updated_at: now,
  })
  return { id, publicId, schoolId: of.schoolId, classId: of.id, name, capacity }
}

/** Enrolls the student and takes a seat. Defaults: the current session, a new class, its section A. */
export async function makeEnrollment(
  student: MadeStudent,
  overrides: {
    session?: MadeSession
    class?: MadeClass
    section?: MadeSection
    rollNumber?: number | null
    enrolledOn?: string
  } = {},
): Promise<MadeEnrollment> {
  const school = { id: student.schoolId }
  const session = overrides.session ?? (await currentSession(school))
  const ofClass = overrides.class ?? (await makeClass(school))
  const section = overrides.section ?? (await makeSection(ofClass))
  const publicId = newPublicId()
  const rollNumber = overrides.rollNumber ?? null
  const now = new Date()
  await execute(
    `INSERT INTO section_seats (section_id, academic_session_id, school_id, taken, capacity)
     VALUES (:sectionId, :sessionId, :schoolId, 1, :capacity) ON DUPLICATE KEY UPDATE taken = taken + 1`,
    { sectionId: section.id, sessionId: session.id, schoolId: school.id, capacity: section.capacity },
  )
  const id = await insert('enrollments', {
    public_id: publicId,
    school_id: school.id,
    student_id: student.id,
    academic_session_id: session.id,
    class_id: ofClass.id,
    section_id: section.id,
    roll_number: rollNumber,
    enrolled_on: overrides.enrolledOn ?? session.startsOn,
    created_at: now,
    updated_at: now,
  })
  return { id, publicId, session, class: ofClass, section, rollNumber }
}
