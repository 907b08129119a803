import {
  flag,
  insertRows,
  number,
  numberOrNull,
  selectRows,
  text,
  textOrNull,
  wordOf,
} from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { lockSchool } from '~/models/people/academics/lock-school.server'
import { findSession } from '~/models/people/academics/queries.server'
import { classSectionColumns, teacherName } from '~/models/people/students/describe/student-columns.server'
import type { Weekday } from './options'
import { planCopy } from './rules'
import { inTimetable } from './slots.server'
import { TimetableEntry } from './tables.server'

/**
 * Previews copying one session's timetable into another, without writing. Returns the lessons to copy by section, the
 * lessons that exist already (`same`), and those that cannot be copied, with the reason.
 */
export async function previewCopy(scope: SchoolScope, sessions: { from: string; to: string }) {
  const [source, there] = await Promise.all([sourceLessons(scope, sessions.from), slotsOf(scope, sessions.to)])
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
 * Copies every lesson that `planCopy` allows, in one transaction; lessons that exist in the new session stay. Returns
 * the number of copied lessons per week. Idempotent.
 */
export function copyTimetable(scope: SchoolScope, fields: { from: string; to: string }) {
  return inTimetable(async () => {
    // Serializes copies: a second one finds the lessons of the first.
    await lockSchool(scope)
    const from = await findSession(scope, fields.from)
    const to = await findSession(scope, fields.to)
    if (!from || !to) return refused('not-found')
    if (from.id === to.id) return refused('same-session')
    const { copied } = planCopy(await sourceLessons(scope, from.publicId), await slotsOf(scope, to.publicId))
    await writeCopies(scope, to.id, copied)
    if (copied.length > 0) {
      const details = { from: from.name, to: to.name, lessons: copied.length }
      await recordAudit(scope, {
        action: 'timetable.copied',
        subject: { kind: 'academic-session', id: to.id },
        details,
      })
    }
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
      ...['public_id', 'school_id', 'academic_session_id', 'section_id', 'period_id', 'subject_id'],
      ...['teacher_id', 'room_no', 'created_at', 'updated_at'],
    ],
    [...entries.values()].map(({ publicId, lesson: { sectionId, periodId, subjectId, teacherId, roomNo } }) => [
      ...[publicId, scope.schoolId, sessionId, sectionId, periodId, subjectId],
      ...[teacherId, roomNo, now, now],
    ]),
  )
  const publicIds = [...entries.values()].map(({ publicId }) => publicId)
  const written = await TimetableEntry.findAll({
    where: { schoolId: scope.schoolId, academicSessionId: sessionId, publicId: publicIds },
    attributes: ['id', 'publicId'],
    raw: true,
  })
  const ids = new Map(written.map(({ id, publicId }) => [publicId, id]))
  await insertRows(
    'timetable_days',
    ['entry_id', 'day', 'school_id', 'academic_session_id', 'period_id', 'section_id', 'teacher_id', 'room_no'],
    lessons.map(({ entryId, day, periodId, sectionId, teacherId, roomNo }) => [
      ...[ids.get(entries.get(entryId)?.publicId ?? '') ?? null, day, scope.schoolId, sessionId],
      ...[periodId, sectionId, teacherId, roomNo],
    ]),
  )
}

const slotColumns = {
  entryId: number('x.id'),
  day: wordOf<Weekday>('d.day'),
  periodId: number('d.period_id'),
  sectionId: number('d.section_id'),
  subjectId: number('x.subject_id'),
  teacherId: numberOrNull('d.teacher_id'),
  roomNo: textOrNull('d.room_no'),
}

const sourceColumns = {
  ...slotColumns,
  ...classSectionColumns,
  teacherActive: flag("h.id IS NULL OR h.status = 'active'"),
  learned: flag('l.subject_id IS NOT NULL'),
  periodName: text('p.name'),
  subject: text('s.name'),
  teacher: teacherName,
}

const lessons = `FROM timetable_days d JOIN timetable_entries x ON x.school_id = d.school_id AND x.id = d.entry_id
     JOIN academic_sessions a ON a.id = d.academic_session_id AND a.public_id = :session`

function sourceLessons({ schoolId }: SchoolScope, session: string) {
  return selectRows(
    sourceColumns,
    `${lessons}
     JOIN sections t ON t.id = d.section_id JOIN classes c ON c.id = t.class_id
     JOIN bell_periods p ON p.id = d.period_id JOIN subjects s ON s.id = x.subject_id
     LEFT JOIN teachers h ON h.id = d.teacher_id
     LEFT JOIN class_subjects l ON l.school_id = d.school_id AND l.class_id = c.id AND l.subject_id = x.subject_id
     WHERE d.school_id = :schoolId
     ORDER BY c.position, c.name, t.name, t.id, d.day, p.starts_at`,
    { schoolId, session },
  )
}
type SourceLesson = Awaited<ReturnType<typeof sourceLessons>>[number]

function slotsOf({ schoolId }: SchoolScope, session: string) {
  return selectRows(slotColumns, `${lessons} WHERE d.school_id = :schoolId`, { schoolId, session })
}
