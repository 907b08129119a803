import { number, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { classSectionColumns, teacherName } from '~/models/people/students/describe/student-columns.server'
import type { Weekday } from './options'
import { BellPeriod, TimetableEntry } from './tables.server'

const weekday = { sql: 'd.day', read: (stored: unknown) => stored as Weekday }

/** Lesson on one weekday. */
const lessonColumns = {
  entryPublicId: text('x.public_id'),
  day: weekday,
  periodId: number('d.period_id'),
  subject: text('s.name'),
  teacher: teacherName,
  ...classSectionColumns,
  roomNo: textOrNull('x.room_no'),
}

const entryTables = `JOIN academic_sessions a ON a.id = x.academic_session_id
     JOIN sections t ON t.id = x.section_id
     JOIN classes c ON c.id = t.class_id
     JOIN subjects s ON s.id = x.subject_id
     LEFT JOIN teachers h ON h.id = x.teacher_id`

/** Lists the lessons of a session, filtered by section and teacher. Filters are public ids; '' matches all. */
export function listLessons(scope: SchoolScope, filters: Record<'session' | 'section' | 'teacher', string>) {
  return selectRows(
    lessonColumns,
    `FROM timetable_days d JOIN timetable_entries x ON x.school_id = d.school_id AND x.id = d.entry_id ${entryTables}
     WHERE d.school_id = :schoolId AND a.public_id = :session
       AND (:section = '' OR t.public_id = :section) AND (:teacher = '' OR h.public_id = :teacher)
     ORDER BY c.position, c.name, t.name, t.id, d.day, d.period_id`,
    { schoolId: scope.schoolId, ...filters },
  )
}
export type Lesson = Awaited<ReturnType<typeof listLessons>>[number]

const entryColumns = {
  ...columnsOf(TimetableEntry, 'x', 'id', 'publicId', 'version', 'academicSessionId', 'sectionId', 'roomNo'),
  sessionPublicId: text('a.public_id'),
  sessionName: text('a.name'),
  classId: number('c.id'),
  ...classSectionColumns,
  sectionPublicId: text('t.public_id'),
  periodName: text('p.name'),
  ...columnsOf(BellPeriod, 'p', 'startsAt'),
  subjectPublicId: text('s.public_id'),
  subject: text('s.name'),
  teacherPublicId: textOrNull('h.public_id'),
  teacher: teacherName,
  days: {
    sql: '(SELECT GROUP_CONCAT(d.day ORDER BY d.day) FROM timetable_days d WHERE d.entry_id = x.id)',
    read: (stored: unknown) =>
      stored === null
        ? []
        : String(stored)
            .split(',')
            .map((day) => Number(day) as Weekday),
  },
}

export function findEntry(scope: SchoolScope, publicId: string) {
  return selectRow(
    entryColumns,
    `FROM timetable_entries x ${entryTables} JOIN bell_periods p ON p.id = x.period_id
     WHERE x.school_id = :schoolId AND x.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
}

const sectionColumns = {
  publicId: text('t.public_id'),
  name: text('t.name'),
  classId: number('c.id'),
  classPublicId: text('c.public_id'),
  className: text('c.name'),
  /** Null if the section has no class teacher. Never a teacher who has left: leaving ends the duty. */
  classTeacherPublicId: textOrNull('h.public_id'),
}

/** Returns the section for a new entry, with its class and class teacher. */
export function sectionToTeach(scope: SchoolScope, publicId: string) {
  return selectRow(
    sectionColumns,
    `FROM sections t JOIN classes c ON c.school_id = t.school_id AND c.id = t.class_id
     LEFT JOIN teachers h ON h.school_id = t.school_id AND h.id = t.class_teacher_id
     WHERE t.school_id = :schoolId AND t.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
}

export function teacherOfStaff({ schoolId }: SchoolScope, staffUserId: number) {
  const { publicId, name } = slotColumns
  const rest = 'FROM teachers h WHERE h.school_id = :schoolId AND h.staff_user_id = :staffUserId'
  return selectRow({ publicId, name }, rest, { schoolId, staffUserId })
}

/** Counts the weekly periods of a teacher in the current session that other teachers would have to take over. */
export async function periodsOfTeacher(scope: SchoolScope, teacherPublicId: string): Promise<number> {
  const row = await selectRow(
    { periods: number('COUNT(*)') },
    `FROM teachers h JOIN academic_sessions a ON a.school_id = h.school_id AND a.is_current = 1
     JOIN timetable_days d ON d.school_id = h.school_id AND d.academic_session_id = a.id AND d.teacher_id = h.id
     WHERE h.school_id = :schoolId AND h.public_id = :teacherPublicId`,
    { schoolId: scope.schoolId, teacherPublicId },
  )
  return row?.periods ?? 0
}

const slotColumns = {
  publicId: text('h.public_id'),
  name: text("TRIM(CONCAT(h.first_name, ' ', h.last_name))"),
  employeeNumber: text('h.employee_number'),
  /** Section that the teacher teaches in the slot, `7 A`; null if free. */
  busyWith: textOrNull("MAX(IF(p.starts_at = :startsAt, CONCAT(c.name, ' ', t.name), NULL))"),
  /** Number of lessons on that day. */
  lessons: number('COUNT(p.id)'),
}

/** Lists all active teachers with their lesson in one slot of a session. */
export function teachersInSlot(scope: SchoolScope, slot: { session: string; day: number; startsAt: string }) {
  return selectRows(
    slotColumns,
    `FROM teachers h
     LEFT JOIN academic_sessions a ON a.school_id = h.school_id AND a.public_id = :session
     LEFT JOIN timetable_days d ON d.school_id = h.school_id AND d.academic_session_id = a.id AND d.teacher_id = h.id
       AND d.day = :day
     LEFT JOIN bell_periods p ON p.id = d.period_id
     LEFT JOIN sections t ON t.id = d.section_id
     LEFT JOIN classes c ON c.id = t.class_id
     WHERE h.school_id = :schoolId AND h.status = 'active'
     GROUP BY h.id, h.public_id, h.first_name, h.last_name, h.employee_number ORDER BY h.last_name, h.first_name, h.id`,
    { schoolId: scope.schoolId, ...slot },
  )
}
