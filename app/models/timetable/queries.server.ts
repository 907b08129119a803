import { select, selectOne } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { Weekday } from './options'

/** A lesson on one day of the week. */
export interface Lesson {
  entryPublicId: string
  day: Weekday
  periodId: number
  subject: string
  teacher: string | null
  className: string
  sectionName: string
  roomNo: string | null
}

export interface LessonsWish {
  /** Public ids; '' for all. */
  session: string
  section: string
  teacher: string
}

const lessonTables = `timetable_days d
     JOIN timetable_entries x ON x.school_id = d.school_id AND x.id = d.entry_id
     JOIN academic_sessions a ON a.id = d.academic_session_id
     JOIN sections t ON t.id = d.section_id
     JOIN classes c ON c.id = t.class_id
     JOIN subjects s ON s.id = x.subject_id
     LEFT JOIN teachers h ON h.id = x.teacher_id`

const lessonColumns = `x.public_id AS entryPublicId, d.day, d.period_id AS periodId, s.name AS subject,
       CONCAT(h.first_name, ' ', h.last_name) AS teacher, c.name AS className, t.name AS sectionName, x.room_no AS roomNo`

/** The lessons of a session: of a section, of a teacher, or of all. */
export function listLessons(scope: SchoolScope, wish: LessonsWish): Promise<Lesson[]> {
  return select<Lesson>(
    `SELECT ${lessonColumns} FROM ${lessonTables}
     WHERE d.school_id = :schoolId AND a.public_id = :session
       AND (:section = '' OR t.public_id = :section) AND (:teacher = '' OR h.public_id = :teacher)
     ORDER BY c.position, c.name, t.name, t.id, d.day, d.period_id`,
    { schoolId: scope.schoolId, ...wish },
  )
}

export interface EntryRecord {
  id: number
  publicId: string
  academicSessionId: number
  sessionPublicId: string
  sessionName: string
  classId: number
  className: string
  sectionId: number
  sectionPublicId: string
  sectionName: string
  periodName: string
  /** `08:00` */
  startsAt: string
  subjectPublicId: string
  subject: string
  teacherPublicId: string | null
  teacher: string | null
  teacherStatus: 'active' | 'inactive' | null
  roomNo: string | null
  days: Weekday[]
}

/** One entry with its days. */
export async function findEntry(scope: SchoolScope, publicId: string): Promise<EntryRecord | null> {
  const row = await selectOne<Omit<EntryRecord, 'days'> & { days: string | null }>(
    `SELECT x.id, x.public_id AS publicId, x.academic_session_id AS academicSessionId, a.public_id AS sessionPublicId,
       a.name AS sessionName, c.id AS classId, c.name AS className, t.id AS sectionId, t.public_id AS sectionPublicId,
       t.name AS sectionName, p.name AS periodName, TIME_FORMAT(p.starts_at, '%H:%i') AS startsAt,
       s.public_id AS subjectPublicId, s.name AS subject, h.public_id AS teacherPublicId,
       CONCAT(h.first_name, ' ', h.last_name) AS teacher, h.status AS teacherStatus, x.room_no AS roomNo,
       (SELECT GROUP_CONCAT(d.day ORDER BY d.day) FROM timetable_days d WHERE d.entry_id = x.id) AS days
     FROM timetable_entries x
     JOIN academic_sessions a ON a.id = x.academic_session_id
     JOIN sections t ON t.id = x.section_id
     JOIN classes c ON c.id = t.class_id
     JOIN bell_periods p ON p.id = x.period_id
     JOIN subjects s ON s.id = x.subject_id
     LEFT JOIN teachers h ON h.id = x.teacher_id
     WHERE x.school_id = :schoolId AND x.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
  return row && { ...row, days: (row.days?.split(',') ?? []).map((day) => Number(day) as Weekday) }
}

export interface SectionToTeach {
  publicId: string
  name: string
  classId: number
  classPublicId: string
  className: string
  /** Active or not there: who leaves is class teacher no longer. */
  classTeacherPublicId: string | null
}

/** The section that a new entry is for, with its class and class teacher. */
export function sectionToTeach(scope: SchoolScope, publicId: string): Promise<SectionToTeach | null> {
  return selectOne<SectionToTeach>(
    `SELECT t.public_id AS publicId, t.name, c.id AS classId, c.public_id AS classPublicId, c.name AS className,
       h.public_id AS classTeacherPublicId
     FROM sections t JOIN classes c ON c.school_id = t.school_id AND c.id = t.class_id
     LEFT JOIN teachers h ON h.school_id = t.school_id AND h.id = t.class_teacher_id
     WHERE t.school_id = :schoolId AND t.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
}

/** The teacher who signs in as this staff user. */
export function teacherOfStaff(
  scope: SchoolScope,
  staffUserId: number,
): Promise<{ publicId: string; name: string } | null> {
  return selectOne(
    `SELECT public_id AS publicId, CONCAT(first_name, ' ', last_name) AS name FROM teachers
     WHERE school_id = :schoolId AND staff_user_id = :staffUserId`,
    { schoolId: scope.schoolId, staffUserId },
  )
}

/** Periods a week that a teacher teaches in the current session: what somebody else must take over. */
export async function periodsOfTeacher(scope: SchoolScope, teacherPublicId: string): Promise<number> {
  const row = await selectOne<{ periods: number }>(
    `SELECT CAST(COUNT(*) AS SIGNED) AS periods FROM teachers h
     JOIN academic_sessions a ON a.school_id = h.school_id AND a.is_current = 1
     JOIN timetable_days d ON d.school_id = h.school_id AND d.academic_session_id = a.id AND d.teacher_id = h.id
     WHERE h.school_id = :schoolId AND h.public_id = :teacherPublicId`,
    { schoolId: scope.schoolId, teacherPublicId },
  )
  return row?.periods ?? 0
}

export interface TeacherInSlot {
  publicId: string
  name: string
  employeeNumber: string
  /** Where the teacher is in the slot, `7 A`; null for who is free. */
  busyWith: string | null
  /** Lessons on that day. */
  lessons: number
}

/** Every active teacher with what he or she does in one slot of a session. */
export function teachersInSlot(
  scope: SchoolScope,
  slot: { session: string; day: number; startsAt: string },
): Promise<TeacherInSlot[]> {
  return select<TeacherInSlot>(
    `SELECT h.public_id AS publicId, CONCAT(h.first_name, ' ', h.last_name) AS name, h.employee_number AS employeeNumber,
       MAX(IF(p.starts_at = :startsAt, CONCAT(c.name, ' ', t.name), NULL)) AS busyWith,
       CAST(COUNT(p.id) AS SIGNED) AS lessons
     FROM teachers h
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
