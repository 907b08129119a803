import { number, select, selectOne, text, textOrNull, wordOf } from '~/database/database.server'
import { plainList } from '~/models/records/plain-reads.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { OfficeQuizState } from './office-states'

/** The database's clock decides what a quiz is. */
const state = `CASE WHEN q.published_at IS NULL THEN 'draft' WHEN UTC_TIMESTAMP(3) < q.available_from THEN 'upcoming'
  WHEN UTC_TIMESTAMP(3) < q.available_until THEN 'open' ELSE 'closed' END`

const sectionNames = `(SELECT GROUP_CONCAT(t.name ORDER BY t.name SEPARATOR ', ') FROM quiz_sections z
  JOIN sections t ON t.id = z.section_id WHERE z.quiz_id = q.id)`

const tables = `quizzes q JOIN classes c ON c.school_id = q.school_id AND c.id = q.class_id
       JOIN academic_sessions a ON a.school_id = q.school_id AND a.id = q.academic_session_id
       LEFT JOIN subjects j ON j.school_id = q.school_id AND j.id = q.subject_id`

/**
 * SQL: the quiz `q` of the session `a` is for some of the sections `:ownSectionIds`: of the whole class, or of one of them. Who is class
 * teacher now has nothing to do with quizzes of other sessions.
 */
const isForOwn = `(a.is_current = 1 AND EXISTS (SELECT 1 FROM sections t WHERE t.school_id = q.school_id AND t.class_id = q.class_id
    AND t.id IN (:ownSectionIds) AND (NOT EXISTS (SELECT 1 FROM quiz_sections z WHERE z.quiz_id = q.id)
      OR EXISTS (SELECT 1 FROM quiz_sections z WHERE z.quiz_id = q.id AND z.section_id = t.id))))`

const newestFirst = '-UNIX_TIMESTAMP(q.available_from)'

const quizzes = plainList({
  columns: {
    publicId: text('q.public_id'),
    title: text('q.title'),
    className: text('c.name'),
    /** Names of the sections, `A, B`; null: the whole class. */
    sections: textOrNull(sectionNames),
    subjectName: textOrNull('j.name'),
    sessionName: text('a.name'),
    availableFrom: wordOf<Date>('q.available_from'),
    availableUntil: wordOf<Date>('q.available_until'),
    durationMinutes: number('q.duration_minutes'),
    state: wordOf<OfficeQuizState>(state),
    questions: number('(SELECT COUNT(*) FROM quiz_questions n WHERE n.quiz_id = q.id)'),
    attempts: number('(SELECT COUNT(*) FROM quiz_attempts m WHERE m.quiz_id = q.id)'),
    /** Short answers that wait for a teacher. */
    toMark: number('(SELECT COALESCE(SUM(m.to_mark), 0) FROM quiz_attempts m WHERE m.quiz_id = q.id)'),
  },
  from: tables,
  always: 'q.school_id = :schoolId',
  search: ['q.title', 'q.description', 'j.name'],
  filters: {
    class: 'c.public_id = :class',
    // A section's are those of its whole class too.
    section: `EXISTS (SELECT 1 FROM sections t WHERE t.school_id = q.school_id AND t.public_id = :section
      AND t.class_id = q.class_id AND (NOT EXISTS (SELECT 1 FROM quiz_sections z WHERE z.quiz_id = q.id)
        OR EXISTS (SELECT 1 FROM quiz_sections z WHERE z.quiz_id = q.id AND z.section_id = t.id)))`,
    session: 'a.public_id = :session',
    state: `:state = ${state}`,
  },
  orders: { newest: newestFirst, title: 'q.title', class: ['c.position', 'c.name'] },
  last: 'q.id',
})

/** Quizzes, those that begin last first; a teacher's are those for the own sections (`ownSectionIds`; null: all). */
export function listQuizzes(
  scope: SchoolScope,
  query: Parameters<typeof quizzes.list>[1],
  ownSectionIds: readonly number[] | null,
) {
  const own = { asks: isForOwn, values: { ownSectionIds: [0, ...(ownSectionIds ?? [])] } }
  return quizzes.listOwn(scope, query, ownSectionIds && own)
}

export interface QuizRecord {
  id: number
  publicId: string
  title: string
  description: string | null
  durationMinutes: number
  availableFrom: Date
  availableUntil: Date
  published: boolean
  state: OfficeQuizState
  /** The window has ended, published or not. */
  isOver: boolean
  version: number
  classId: number
  classPublicId: string
  className: string
  sessionId: number
  sessionPublicId: string
  sessionName: string
  isCurrent: boolean
  subjectId: number | null
  subjectPublicId: string | null
  subjectName: string | null
  /** For whom; none: the whole class. */
  sections: Array<{ id: number; publicId: string; name: string }>
  attempts: number
  /** Short answers that wait for a teacher. */
  toMark: number
  /** Attempts that are open, though their time is over: the worker has not come to them yet. */
  expired: number
}

/** A row for each section, and one where there is none. */
type Row = Omit<QuizRecord, 'published' | 'isOver' | 'isCurrent' | 'sections'> & {
  published: number
  isOver: number
  isCurrent: number
  sectionId: number | null
  sectionPublicId: string | null
  sectionName: string | null
}

/** One quiz of the school. */
export async function findQuiz(scope: SchoolScope, publicId: string): Promise<QuizRecord | null> {
  const rows = await select<Row>(
    `SELECT q.id, q.public_id AS publicId, q.title, q.description, q.duration_minutes AS durationMinutes,
       q.available_from AS availableFrom, q.available_until AS availableUntil, q.published_at IS NOT NULL AS published,
       ${state} AS state, q.available_until <= UTC_TIMESTAMP(3) AS isOver, q.version, c.id AS classId, c.public_id AS classPublicId, c.name AS className, a.id AS sessionId,
       a.public_id AS sessionPublicId, a.name AS sessionName, a.is_current AS isCurrent, j.id AS subjectId,
       j.public_id AS subjectPublicId, j.name AS subjectName, t.id AS sectionId, t.public_id AS sectionPublicId,
       t.name AS sectionName,
       (SELECT COUNT(*) FROM quiz_attempts m WHERE m.quiz_id = q.id) AS attempts,
       (SELECT CAST(COALESCE(SUM(m.to_mark), 0) AS SIGNED) FROM quiz_attempts m WHERE m.quiz_id = q.id) AS toMark,
       (SELECT COUNT(*) FROM quiz_attempts m
         WHERE m.quiz_id = q.id AND m.submitted_at IS NULL AND m.deadline_at <= UTC_TIMESTAMP(3)) AS expired
     FROM ${tables} LEFT JOIN quiz_sections z ON z.school_id = q.school_id AND z.quiz_id = q.id
       LEFT JOIN sections t ON t.school_id = z.school_id AND t.id = z.section_id
     WHERE q.school_id = :schoolId AND q.public_id = :publicId ORDER BY t.name, t.id`,
    { schoolId: scope.schoolId, publicId },
  )
  if (!rows[0]) return null
  const { sectionId: _, sectionPublicId: __, sectionName: ___, ...quiz } = rows[0]
  return {
    ...quiz,
    published: quiz.published === 1,
    isOver: quiz.isOver === 1,
    isCurrent: quiz.isCurrent === 1,
    sections: rows.flatMap(({ sectionId: id, sectionPublicId: publicId, sectionName: name }) =>
      id === null || publicId === null || name === null ? [] : [{ id, publicId, name }],
    ),
  }
}

/**
 * The quiz, with its row locked until the transaction ends: `alone` for whoever changes the quiz or its questions, so that nobody
 * begins it meanwhile; `together` for those who mark answers.
 */
export async function lockQuiz(
  scope: SchoolScope,
  publicId: string,
  how: 'alone' | 'together',
): Promise<QuizRecord | null> {
  const found = await selectOne(
    `SELECT id FROM quizzes WHERE school_id = :schoolId AND public_id = :publicId
     ${how === 'alone' ? 'FOR UPDATE' : 'LOCK IN SHARE MODE'}`,
    { schoolId: scope.schoolId, publicId },
  )
  return found && findQuiz(scope, publicId)
}
