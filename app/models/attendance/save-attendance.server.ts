import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { findSection, type SectionRecord } from '~/models/academics/queries.server'
import { classSection } from '~/models/academics/rules'
import { recordAudits } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { fullName } from '~/models/students/rules'
import { findDay, holdHolidays, lockSection } from './day-facts.server'
import type { AttendanceStatus } from './options'
import { findSheet, listRoster, type RosterRow, type Sheet, seenOf } from './roster.server'
import { type ClosedReason, needsReason, storedStatus } from './rules'

export interface Mark {
  status: AttendanceStatus
  remarks: string | null
}

export interface AttendanceWish {
  /** Public id. */
  section: string
  /** YYYY-MM-DD */
  day: string
  /** The sheet that the form was made from, as `seenOf` names it. */
  seen: string
  /** By the enrollment's public id: everybody of the section on that day. */
  marks: ReadonlyMap<string, Mark>
  /** Why a day that is over is corrected. */
  reason: string | null
}

export type SaveRefusal = 'not-found' | ClosedReason | 'students-changed' | 'changed' | 'reason-required'

interface Change {
  row: RosterRow
  after: Mark
}

/**
 * Saves the attendance of a section on a day: all its pupils at once, the first time or as a correction, which is written to the
 * audit log pupil by pupil. An absent pupil with approved leave is on leave. The same saved twice is saved once. Refuses days on
 * which no attendance is taken (`ClosedReason`), `students-changed` when the form has others than the section, `changed` when
 * somebody else saved or took the day back since (nothing is written; the caller asks), and `reason-required` for corrections of a day that is over.
 * `today` is India's day.
 */
export function saveAttendance(
  scope: SchoolScope,
  wish: AttendanceWish,
  today: string,
): Promise<Outcome<{ changed: number; isFirst: boolean }, SaveRefusal>> {
  return inTransaction(async () => {
    const section = await findSection(scope, wish.section)
    if (!section) return refused('not-found')
    await holdHolidays(scope)
    await lockSection(scope, section.id)
    const facts = await findDay(scope, wish.day, today)
    if (facts.closed) return refused(facts.closed)
    const place = { sectionId: section.id, sessionId: facts.session?.id ?? 0, day: wish.day }
    const sheet = await findSheet(scope, place)
    const roster = await listRoster(scope, { ...place, sheetId: sheet?.id ?? null })
    if (roster.length === 0 || roster.length !== wish.marks.size || roster.some((row) => !wish.marks.has(row.publicId)))
      return refused('students-changed')
    const changes = changesOf(roster, wish.marks, sheet === null)
    if (sheet && changes.length === 0) return done({ changed: 0, isFirst: false })
    if (seenOf(sheet) !== wish.seen) return refused('changed')
    if (sheet && needsReason(wish.day, today) && wish.reason === null) return refused('reason-required')
    const sheetId = await writeSheet(scope, place, sheet)
    await writeRows(scope, { day: wish.day, sheetId, reason: sheet ? wish.reason : null }, changes)
    if (sheet) await auditChanges(scope, section, wish, changes)
    return done({ changed: changes.length, isFirst: sheet === null })
  })
}

/** Whose entry becomes another; the first time everybody's. */
function changesOf(roster: readonly RosterRow[], marks: ReadonlyMap<string, Mark>, isFirst: boolean): Change[] {
  return roster.flatMap((row) => {
    const wanted = marks.get(row.publicId)
    if (!wanted) return []
    const after = { ...wanted, status: storedStatus(wanted.status, row.leaveUntil !== null) }
    const isSame = after.status === row.status && after.remarks === row.remarks
    return isSame && !isFirst ? [] : [{ row, after }]
  })
}

async function writeSheet(
  scope: SchoolScope,
  place: { sectionId: number; sessionId: number; day: string },
  sheet: Sheet | null,
): Promise<number> {
  const by = { by: scope.actor.id, byName: scope.actor.name }
  if (sheet) {
    await execute(
      `UPDATE attendance_sheets SET version = version + 1, marked_by = :by, marked_by_name = :byName,
         updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id: sheet.id, ...by },
    )
    return sheet.id
  }
  await execute(
    `INSERT INTO attendance_sheets (school_id, academic_session_id, section_id, held_on, teacher_id, marked_by,
       marked_by_name, created_at, updated_at)
     SELECT t.school_id, :sessionId, t.id, :day, t.class_teacher_id, :by, :byName, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3)
     FROM sections t WHERE t.school_id = :schoolId AND t.id = :sectionId`,
    { schoolId: scope.schoolId, ...place, ...by },
  )
  const made = await findSheet(scope, place)
  if (!made) throw new Error('A sheet that was just written is not there')
  return made.id
}

/** One statement for a whole section, new rows and changed ones. */
async function writeRows(
  scope: SchoolScope,
  sheet: { day: string; sheetId: number; reason: string | null },
  changes: readonly Change[],
): Promise<void> {
  const rows = changes.map(
    (_, index) => `(:schoolId, :student${index}, :enrollment${index}, :sheetId, :day, :status${index}, :remarks${index},
       :reason, ${sheet.reason === null ? 'NULL' : 'UTC_TIMESTAMP(3)'}, :by, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
  )
  const values = changes.flatMap(({ row, after }, index) => [
    [`student${index}`, row.studentId],
    [`enrollment${index}`, row.enrollmentId],
    [`status${index}`, after.status],
    [`remarks${index}`, after.remarks],
  ])
  await execute(
    `INSERT INTO attendance (school_id, student_id, enrollment_id, sheet_id, held_on, status, remarks, correction_reason,
       corrected_at, marked_by, created_at, updated_at)
     VALUES ${rows.join(', ')}
     ON DUPLICATE KEY UPDATE sheet_id = VALUES(sheet_id), status = VALUES(status), remarks = VALUES(remarks),
       correction_reason = VALUES(correction_reason), corrected_at = VALUES(corrected_at), marked_by = VALUES(marked_by),
       updated_at = VALUES(updated_at)`,
    { schoolId: scope.schoolId, by: scope.actor.id, ...sheet, ...Object.fromEntries(values) },
  )
}

async function auditChanges(
  scope: SchoolScope,
  section: SectionRecord,
  wish: AttendanceWish,
  changes: readonly Change[],
): Promise<void> {
  await recordAudits(
    scope,
    changes.map(({ row, after }) => ({
      action: 'attendance.corrected',
      subject: { kind: 'student', id: row.studentId },
      details: {
        student: fullName(row),
        section: classSection(section.className, section.name),
        day: wish.day,
        from: row.status,
        to: after.status,
        remarksBefore: row.remarks,
        remarks: after.remarks,
        reason: wish.reason,
      },
    })),
  )
}
