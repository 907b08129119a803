import {
  execute,
  exists,
  flag,
  inTransaction,
  number,
  selectRow,
  selectRows,
  text,
  textOrNull,
} from '~/database/database.server'
import { violatedUniqueKey } from '~/database/errors.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { findClassTeacher } from '~/models/people/academics/teachers.server'
import { classSectionColumns, teacherName } from '~/models/people/students/describe/student-columns.server'
import type { Weekday } from './options'
import { ensurePeriods, findPeriodAt } from './periods.server'
import type { Clash } from './rules'
import type { entryForm } from './timetable-fields'

export type EntryValues = ValuesOf<typeof entryForm>

/**
 * Runs in the caller's transaction: resolves and locks period, subject and teacher of the input; refuses unavailable
 * ones.
 */
export async function resolveEntry(scope: SchoolScope, classId: number, values: EntryValues) {
  await ensurePeriods(scope)
  const period = await findPeriodAt(scope, values.startsAt)
  if (!period || period.isBreak) return refused('no-such-period')
  const subject = await selectRow(
    { id: number('s.id') },
    `FROM subjects s JOIN class_subjects l ON l.school_id = s.school_id AND l.subject_id = s.id
     WHERE s.school_id = :schoolId AND s.public_id = :subject AND l.class_id = :classId LOCK IN SHARE MODE`,
    { schoolId: scope.schoolId, subject: values.subjectPublicId, classId },
  )
  if (!subject) return refused('no-such-subject')
  const teacher = await findClassTeacher(scope, values.teacherPublicId ?? undefined)
  if (teacher === 'no-such-teacher') return refused('no-such-teacher')
  return done({
    periodId: period.id,
    subjectId: subject.id,
    teacherId: teacher?.id ?? null,
    roomNo: values.roomNo,
    days: values.days.map((day) => Number(day) as Weekday).sort(),
  })
}

/** Resources of a lesson: a period on some days, a section and optionally a teacher and a room. */
interface Slot {
  academicSessionId: number
  sectionId: number
  periodId: number
  subjectId: number
  teacherId: number | null
  roomNo: string | null
  days: readonly Weekday[]
}

const clashColumns = {
  day: { sql: 'd.day', read: (stored: unknown) => stored as Weekday },
  isSection: flag('d.section_id = :sectionId'),
  isTeacher: flag('COALESCE(d.teacher_id = :teacherId, 0)'),
  isRoom: flag('COALESCE(d.room_no = :roomNo, 0)'),
  ...classSectionColumns,
  subject: text('s.name'),
  teacher: teacherName,
  roomNo: textOrNull('d.room_no'),
}

/**
 * Lists the lessons that conflict with this slot; `entryId` is the lesson to be changed, which does not conflict with
 * itself (0: a new lesson).
 */
export async function clashesOf(scope: SchoolScope, slot: Slot, entryId: number): Promise<Clash[]> {
  const rows = await selectRows(
    clashColumns,
    `FROM timetable_days d
     JOIN timetable_entries x ON x.school_id = d.school_id AND x.id = d.entry_id
     JOIN sections t ON t.id = d.section_id JOIN classes c ON c.id = t.class_id
     JOIN subjects s ON s.id = x.subject_id LEFT JOIN teachers h ON h.id = d.teacher_id
     WHERE d.school_id = :schoolId AND d.academic_session_id = :academicSessionId AND d.period_id = :periodId
       AND d.day IN (:days) AND d.entry_id <> :entryId
       AND (d.section_id = :sectionId OR d.teacher_id = :teacherId OR d.room_no = :roomNo)
     ORDER BY d.day, d.entry_id`,
    { schoolId: scope.schoolId, entryId, ...valuesOf(slot), days: [...slot.days] },
  )
  return rows.flatMap(({ isSection, isTeacher, isRoom, ...other }): Clash[] => [
    // Reports only the section clash: it is the cause of the teacher and room clashes of the same lesson.
    ...(isSection ? [{ kind: 'section' as const, ...other }] : []),
    ...(!isSection && isTeacher ? [{ kind: 'teacher' as const, ...other }] : []),
    ...(!isSection && isRoom ? [{ kind: 'room' as const, ...other }] : []),
  ])
}

/** Returns whether an identical lesson exists: section, period, subject, teacher, room and days. */
export function existsAlready(scope: SchoolScope, slot: Slot): Promise<boolean> {
  return exists(
    `FROM timetable_entries x JOIN timetable_days d ON d.school_id = x.school_id AND d.entry_id = x.id
     WHERE x.school_id = :schoolId AND x.academic_session_id = :academicSessionId AND x.section_id = :sectionId
       AND x.period_id = :periodId AND x.subject_id = :subjectId AND x.teacher_id <=> :teacherId AND x.room_no <=> :roomNo
     GROUP BY x.id HAVING GROUP_CONCAT(d.day ORDER BY d.day) = :days`,
    { schoolId: scope.schoolId, subjectId: slot.subjectId, ...valuesOf(slot), days: [...slot.days].sort().join(',') },
  )
}

/**
 * Runs in the caller's transaction: inserts an entry's days with section, teacher and room. The table's unique keys
 * refuse a slot that is already occupied.
 */
export async function writeDays(scope: SchoolScope, entryId: number, slot: Slot): Promise<void> {
  const rows = slot.days.map(
    (day) => `(:entryId, ${Number(day)}, :schoolId, :academicSessionId, :periodId, :sectionId, :teacherId, :roomNo)`,
  )
  await execute(
    `INSERT INTO timetable_days
       (entry_id, day, school_id, academic_session_id, period_id, section_id, teacher_id, room_no) VALUES ${rows.join(', ')}`,
    { entryId, schoolId: scope.schoolId, ...valuesOf(slot) },
  )
}

function valuesOf({ academicSessionId, periodId, sectionId, teacherId, roomNo }: Slot) {
  return { academicSessionId, periodId, sectionId, teacherId, roomNo }
}

const keys = ['timetable_days_section', 'timetable_days_teacher', 'timetable_days_room']

/**
 * Runs `work` in a transaction, at most five times: it runs again when another clerk occupied a slot between check and
 * write, so that it finds that clerk’s lesson and can name it.
 */
export async function inTimetable<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(work)
    } catch (error) {
      if (attempt === 5 || !keys.includes(violatedUniqueKey(error) ?? '')) throw error
    }
  }
}
