import { insertRows, select } from '~/database/database.server'
import { lockSchool } from '~/models/academics/lock-school.server'
import { findSession } from '~/models/academics/queries.server'
import { done, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type CopyObstacle, planCopy, type SlotLesson } from './rules'
import { inTimetable } from './slots.server'

interface SourceLesson extends SlotLesson {
  teacherActive: boolean
  learned: boolean
  className: string
  sectionName: string
  periodName: string
  subject: string
  teacher: string | null
}

export interface CopyPreview {
  /** Lessons of the old session in all. */
  lessons: number
  /** How many would be copied, by section. */
  sections: Array<{ name: string; copied: number }>
  copied: number
  /** Stand in the new session already, word for word. */
  same: number
  /** What stays behind and why. */
  left: Array<{ lesson: SourceLesson; obstacle: Exclude<CopyObstacle, 'same'> }>
}

/** What copying one session's timetable into another would do; nothing is written. */
export async function previewCopy(scope: SchoolScope, of: { from: string; to: string }): Promise<CopyPreview> {
  const [source, there] = await Promise.all([sourceLessons(scope, of.from), slotsOf(scope, of.to)])
  const { copied, left } = planCopy(source, there)
  const sections = new Map<string, number>()
  for (const { className, sectionName } of copied) {
    const name = `${className} ${sectionName}`
    sections.set(name, (sections.get(name) ?? 0) + 1)
  }
  return {
    lessons: source.length,
    sections: [...sections].map(([name, count]) => ({ name, copied: count })),
    copied: copied.length,
    same: left.filter(({ obstacle }) => obstacle === 'same').length,
    left: left.flatMap(({ lesson, obstacle }) => (obstacle === 'same' ? [] : [{ lesson, obstacle }])),
  }
}

/**
 * Copies what can be copied, in one transaction; what stands in the new session stays. Answers how many lessons a week came over. Done
 * twice, it copies nothing the second time.
 */
export function copyTimetable(scope: SchoolScope, fields: { from: string; to: string }) {
  return inTimetable(async () => {
    // Of two copies at once the second finds the first one's lessons.
    await lockSchool(scope)
    const from = await findSession(scope, fields.from)
    const to = await findSession(scope, fields.to)
    if (!from || !to) return refused('not-found')
    if (from.id === to.id) return refused('same-session')
    const { copied } = planCopy(await sourceLessons(scope, from.publicId), await slotsOf(scope, to.publicId))
    await writeCopies(scope, to.id, copied)
    return done({ copied: copied.length })
  })
}

async function writeCopies(scope: SchoolScope, sessionId: number, lessons: readonly SourceLesson[]) {
  const entries = new Map<number, { publicId: string; lesson: SourceLesson }>()
  for (const lesson of lessons) {
    if (!entries.has(lesson.entryId)) entries.set(lesson.entryId, { publicId: newPublicId(), lesson })
  }
  if (entries.size === 0) return
  const now = new Date()
  await insertRows(
    'timetable_entries',
    [
      'public_id',
      'school_id',
      'academic_session_id',
      'section_id',
      'period_id',
      'subject_id',
      'teacher_id',
      'room_no',
      'created_at',
      'updated_at',
    ],
    [...entries.values()].map(({ publicId, lesson }) => [
      publicId,
      scope.schoolId,
      sessionId,
      lesson.sectionId,
      lesson.periodId,
      lesson.subjectId,
      lesson.teacherId,
      lesson.roomNo,
      now,
      now,
    ]),
  )
  const written = await select<{ id: number; publicId: string }>(
    `SELECT id, public_id AS publicId FROM timetable_entries
     WHERE school_id = :schoolId AND academic_session_id = :sessionId AND public_id IN (:publicIds)`,
    { schoolId: scope.schoolId, sessionId, publicIds: [...entries.values()].map(({ publicId }) => publicId) },
  )
  const ids = new Map(written.map(({ id, publicId }) => [publicId, id]))
  await insertRows(
    'timetable_days',
    ['entry_id', 'day', 'school_id', 'academic_session_id', 'period_id', 'section_id', 'teacher_id', 'room_no'],
    lessons.map((lesson) => [
      ids.get(entries.get(lesson.entryId)?.publicId ?? '') ?? null,
      lesson.day,
      scope.schoolId,
      sessionId,
      lesson.periodId,
      lesson.sectionId,
      lesson.teacherId,
      lesson.roomNo,
    ]),
  )
}

async function sourceLessons(scope: SchoolScope, session: string): Promise<SourceLesson[]> {
  const rows = await select<
    Omit<SourceLesson, 'teacherActive' | 'learned'> & { teacherActive: number | null; learned: number }
  >(
    `SELECT x.id AS entryId, d.day, d.period_id AS periodId, d.section_id AS sectionId, x.subject_id AS subjectId,
       d.teacher_id AS teacherId, d.room_no AS roomNo, h.id IS NULL OR h.status = 'active' AS teacherActive,
       l.subject_id IS NOT NULL AS learned, c.name AS className, t.name AS sectionName, p.name AS periodName,
       s.name AS subject, CONCAT(h.first_name, ' ', h.last_name) AS teacher
     FROM timetable_days d
     JOIN timetable_entries x ON x.school_id = d.school_id AND x.id = d.entry_id
     JOIN academic_sessions a ON a.id = d.academic_session_id AND a.public_id = :session
     JOIN sections t ON t.id = d.section_id JOIN classes c ON c.id = t.class_id
     JOIN bell_periods p ON p.id = d.period_id JOIN subjects s ON s.id = x.subject_id
     LEFT JOIN teachers h ON h.id = d.teacher_id
     LEFT JOIN class_subjects l ON l.school_id = d.school_id AND l.class_id = c.id AND l.subject_id = x.subject_id
     WHERE d.school_id = :schoolId
     ORDER BY c.position, c.name, t.name, t.id, d.day, p.starts_at`,
    { schoolId: scope.schoolId, session },
  )
  return rows.map((row) => ({ ...row, teacherActive: Boolean(row.teacherActive), learned: Boolean(row.learned) }))
}

function slotsOf(scope: SchoolScope, session: string): Promise<SlotLesson[]> {
  return select<SlotLesson>(
    `SELECT d.entry_id AS entryId, d.day, d.period_id AS periodId, d.section_id AS sectionId, x.subject_id AS subjectId,
       d.teacher_id AS teacherId, d.room_no AS roomNo
     FROM timetable_days d JOIN timetable_entries x ON x.school_id = d.school_id AND x.id = d.entry_id
     JOIN academic_sessions a ON a.id = d.academic_session_id AND a.public_id = :session
     WHERE d.school_id = :schoolId`,
    { schoolId: scope.schoolId, session },
  )
}
