import { execute, exists, inTransaction } from '~/database/database.server'
import { recordAudit, recordAudits } from '~/models/core/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { findSection, type SectionRecord } from '~/models/people/academics/queries.server'
import { classSection } from '~/models/people/academics/rules'
import { fullName } from '~/models/people/students/rules'
import { findDay, holdHolidays, lockSection } from './day-facts.server'
import type { AttendanceStatus } from './options'
import { needsReason, storedStatus } from './rules'
import { findSheet, listRoster, type RosterRow, type SheetKey, sheetVersion } from './sheets.server'

export interface AttendanceMark {
  status: AttendanceStatus
  remarks: string | null
}

/** Section (public id) and day (`YYYY-MM-DD`) with the version that the form was opened with (`sheetVersion`). */
interface OpenedSheet {
  section: string
  day: string
  version: string
}

export interface Marking extends OpenedSheet {
  /** Marks of all students of the section on that day, by the enrollment's public id. */
  marks: ReadonlyMap<string, AttendanceMark>
  /** Reason for correcting a past day. */
  reason: string | null
}

interface Change {
  row: RosterRow
  after: AttendanceMark
}

/**
 * Saves the attendance of all students of a section on a day, as first marking or audited correction; absence during
 * approved leave becomes leave. Idempotent. Refuses days without attendance (`ClosedReason`), `students-changed` (the
 * form and the section do not list the same students), `changed` (saved or removed since), `month-entered` (the month
 * has sums from a file, and days would count twice), and `reason-required` for a past day. `today` is the day in India.
 */
export function saveAttendance(scope: SchoolScope, marking: Marking, today: string) {
  const { day, marks, version, reason } = marking
  return inTransaction(async () => {
    const section = await findSection(scope, marking.section)
    if (!section) return refused('not-found')
    await holdHolidays(scope)
    await lockSection(scope, section.id)
    const { closed, session } = await findDay(scope, day, today)
    if (closed) return refused(closed)
    const key = { sectionId: section.id, sessionId: session?.id ?? 0, day }
    const sheet = await findSheet(scope, key)
    const roster = await listRoster(scope, key, sheet)
    if (roster.length === 0 || roster.length !== marks.size || roster.some((row) => !marks.has(row.publicId)))
      return refused('students-changed')
    const changes = changesOf(roster, marks, sheet === null)
    if (sheet && changes.length === 0) return done({ changed: 0, isFirst: false })
    if (sheetVersion(sheet) !== version) return refused('changed')
    if (!sheet && (await hasMonthSums(scope, day, roster))) return refused('month-entered')
    if (sheet && needsReason(day, today) && reason === null) return refused('reason-required')
    const sheetId = await writeSheet(scope, key, sheet)
    await writeRows(scope, { day, sheetId, reason: sheet ? reason : null }, changes)
    if (sheet) await auditChanges(scope, section, marking, changes)
    else await auditMarking(scope, section, day, changes)
    return done({ changed: changes.length, isFirst: sheet === null })
  })
}

/** Returns true when a student of the roster has the sums of this month. */
function hasMonthSums({ schoolId }: SchoolScope, day: string, roster: readonly RosterRow[]): Promise<boolean> {
  return exists(
    'FROM attendance_months WHERE school_id = :schoolId AND month_on = :monthOn AND enrollment_id IN (:enrollmentIds)',
    { schoolId, monthOn: `${day.slice(0, 7)}-01`, enrollmentIds: roster.map(({ enrollmentId }) => enrollmentId) },
  )
}

/** Returns the changed entries; for the first marking all of them. */
function changesOf(
  roster: readonly RosterRow[],
  marks: ReadonlyMap<string, AttendanceMark>,
  isFirst: boolean,
): Change[] {
  return roster.flatMap((row) => {
    const newMark = marks.get(row.publicId)
    if (!newMark) return []
    const after = { ...newMark, status: storedStatus(newMark.status, row.leaveUntil !== null) }
    const isSame = after.status === row.status && after.remarks === row.remarks
    return isSame && !isFirst ? [] : [{ row, after }]
  })
}

async function writeSheet(scope: SchoolScope, key: SheetKey, sheet: { id: number } | null): Promise<number> {
  const markedBy = { schoolId: scope.schoolId, by: scope.actor.id, byName: scope.actor.name }
  if (sheet) {
    await execute(
      `UPDATE attendance_sheets SET version = version + 1, marked_by = :by, marked_by_name = :byName,
         updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :id`,
      { id: sheet.id, ...markedBy },
    )
    return sheet.id
  }
  await execute(
    `INSERT INTO attendance_sheets (school_id, academic_session_id, section_id, held_on, teacher_id, marked_by,
       marked_by_name, created_at, updated_at)
     SELECT t.school_id, :sessionId, t.id, :day, t.class_teacher_id, :by, :byName, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3)
     FROM sections t WHERE t.school_id = :schoolId AND t.id = :sectionId`,
    { ...key, ...markedBy },
  )
  const createdSheet = await findSheet(scope, key)
  if (!createdSheet) throw new Error('The sheet that was just saved was not found')
  return createdSheet.id
}

/** Writes new and changed rows of a section in one statement. */
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

/** Audits the first marking as one entry for the section: the sheet only stores who saved it last. */
function auditMarking(
  scope: SchoolScope,
  section: SectionRecord,
  day: string,
  changes: readonly Change[],
): Promise<void> {
  return recordAudit(scope, {
    action: 'attendance.marked',
    subject: { kind: 'section', id: section.id },
    details: {
      section: classSection(section.className, section.name),
      day,
      students: changes.length,
      notPresent: changes.filter(({ after }) => after.status !== 'present').length,
    },
  })
}

async function auditChanges(
  scope: SchoolScope,
  section: SectionRecord,
  { day, reason }: Marking,
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
        day,
        from: row.status,
        to: after.status,
        remarksBefore: row.remarks,
        remarks: after.remarks,
        reason,
      },
    })),
  )
}

/**
 * Removes the marks of a section on a day that was marked by mistake: the school was closed, or it was the wrong day.
 * The audit log keeps who was not present. Refuses `changed` when the day was saved since the page was opened.
 */
export function removeAttendance(
  scope: SchoolScope,
  { day, reason, ...opened }: OpenedSheet & { reason: string },
  today: string,
): Promise<Outcome<undefined, 'not-found' | 'changed'>> {
  return inTransaction(async () => {
    const section = await findSection(scope, opened.section)
    if (!section) return refused('not-found')
    await lockSection(scope, section.id)
    const { session } = await findDay(scope, day, today)
    const key = { sectionId: section.id, sessionId: session?.id ?? 0, day }
    const sheet = await findSheet(scope, key)
    if (!sheet) return refused('not-found')
    if (sheetVersion(sheet) !== opened.version) return refused('changed')
    const marked = (await listRoster(scope, key, sheet)).filter((row) => row.status !== null)
    const values = { schoolId: scope.schoolId, sheetId: sheet.id }
    await execute('DELETE FROM attendance WHERE school_id = :schoolId AND sheet_id = :sheetId', values)
    await execute('DELETE FROM attendance_sheets WHERE school_id = :schoolId AND id = :sheetId', values)
    const away = marked.filter((row) => row.status !== 'present')
    await recordAudit(scope, {
      action: 'attendance.removed',
      subject: { kind: 'section', id: section.id },
      details: {
        section: classSection(section.className, section.name),
        day,
        students: marked.length,
        notPresent: away.map((row) => `${fullName(row)} ${row.status}`).join('; '),
        reason,
      },
    })
    return done()
  })
}
