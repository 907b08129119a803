import { flag, number, numberOrNull, selectRow, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import { plainList } from '~/kit/records/plain-reads.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { OfficeQuizState } from './office-states'
import { Quiz } from './tables.server'

/** State of a quiz, by the database's clock. */
const state = `CASE WHEN q.published_at IS NULL THEN 'draft' WHEN UTC_TIMESTAMP(3) < q.available_from THEN 'upcoming'
  WHEN UTC_TIMESTAMP(3) < q.available_until THEN 'open' ELSE 'closed' END`

const sectionNames = `(SELECT GROUP_CONCAT(t.name ORDER BY t.name SEPARATOR ', ') FROM quiz_sections z
  JOIN sections t ON t.id = z.section_id WHERE z.quiz_id = q.id)`

const tables = `quizzes q JOIN classes c ON c.school_id = q.school_id AND c.id = q.class_id
       JOIN academic_sessions a ON a.school_id = q.school_id AND a.id = q.academic_session_id
       LEFT JOIN subjects j ON j.school_id = q.school_id AND j.id = q.subject_id`

/**
 * SQL condition: the quiz `q` of the session `a` is for one of the sections `:ownSectionIds` or its whole class. Only
 * for the current session, because today's class teachers have no rights in earlier ones.
 */
const isForOwn = `(a.is_current = 1 AND EXISTS (SELECT 1 FROM sections t WHERE t.school_id = q.school_id AND t.class_id = q.class_id
    AND t.id IN (:ownSectionIds) AND (NOT EXISTS (SELECT 1 FROM quiz_sections z WHERE z.quiz_id = q.id)
      OR EXISTS (SELECT 1 FROM quiz_sections z WHERE z.quiz_id = q.id AND z.section_id = t.id))))`

const newestFirst = '-UNIX_TIMESTAMP(q.available_from)'

const head = {
  ...columnsOf(Quiz, 'q', 'publicId', 'title', 'availableFrom', 'availableUntil', 'durationMinutes'),
  className: text('c.name'),
  subjectName: textOrNull('j.name'),
  sessionName: text('a.name'),
  state: wordOf<OfficeQuizState>(state),
  attempts: number('(SELECT COUNT(*) FROM quiz_attempts m WHERE m.quiz_id = q.id)'),
  /** Unmarked short answers. */
  toMark: number('(SELECT COALESCE(SUM(m.to_mark), 0) FROM quiz_attempts m WHERE m.quiz_id = q.id)'),
}

const quizzes = plainList({
  columns: {
    ...head,
    /** Names of the sections, `A, B`; null for the whole class. */
    sections: textOrNull(sectionNames),
    questions: number('(SELECT COUNT(*) FROM quiz_questions n WHERE n.quiz_id = q.id)'),
  },
  from: tables,
  always: 'q.school_id = :schoolId',
  search: ['q.title', 'q.description', 'j.name'],
  filters: {
    class: 'c.public_id = :class',
    // Includes quizzes for the section's whole class.
    section: `EXISTS (SELECT 1 FROM sections t WHERE t.school_id = q.school_id AND t.public_id = :section
      AND t.class_id = q.class_id AND (NOT EXISTS (SELECT 1 FROM quiz_sections z WHERE z.quiz_id = q.id)
        OR EXISTS (SELECT 1 FROM quiz_sections z WHERE z.quiz_id = q.id AND z.section_id = t.id)))`,
    session: 'a.public_id = :session',
    state: `:state = ${state}`,
  },
  orders: { newest: newestFirst, title: 'q.title', class: ['c.position', 'c.name'] },
  last: 'q.id',
})

/** Lists quizzes, latest start first; a teacher gets those for their own sections (`ownSectionIds`; null: all). */
export function listQuizzes(
  scope: SchoolScope,
  query: Parameters<typeof quizzes.list>[1],
  ownSectionIds: readonly number[] | null,
) {
  const sectionFilter = { condition: isForOwn, values: { ownSectionIds: [0, ...(ownSectionIds ?? [])] } }
  return quizzes.listOwn(scope, query, ownSectionIds && sectionFilter)
}

const idOrNone = (sql: string) => numberOrNull(sql)

/** One row per section of the quiz; for a quiz of the whole class, a single row without a section. */
const record = {
  ...head,
  ...columnsOf(Quiz, 'q', 'id', 'description', 'version'),
  published: flag('q.published_at IS NOT NULL'),
  /** The window has ended, whether the quiz is published or not. */
  isOver: flag('q.available_until <= UTC_TIMESTAMP(3)'),
  classId: number('c.id'),
  classPublicId: text('c.public_id'),
  sessionId: number('a.id'),
  sessionPublicId: text('a.public_id'),
  isCurrent: flag('a.is_current'),
  subjectId: idOrNone('j.id'),
  subjectPublicId: textOrNull('j.public_id'),
  sectionId: idOrNone('t.id'),
  sectionPublicId: textOrNull('t.public_id'),
  sectionName: textOrNull('t.name'),
  /** Open attempts past their deadline that the worker has not closed yet. */
  expired: number(`(SELECT COUNT(*) FROM quiz_attempts m
    WHERE m.quiz_id = q.id AND m.submitted_at IS NULL AND m.deadline_at <= UTC_TIMESTAMP(3))`),
}

/** Returns a quiz of the school; empty `sections` mean the whole class. */
export async function findQuiz(scope: SchoolScope, publicId: string) {
  const rows = await selectRows(
    record,
    `FROM ${tables} LEFT JOIN quiz_sections z ON z.school_id = q.school_id AND z.quiz_id = q.id
       LEFT JOIN sections t ON t.school_id = z.school_id AND t.id = z.section_id
     WHERE q.school_id = :schoolId AND q.public_id = :publicId ORDER BY t.name, t.id`,
    { schoolId: scope.schoolId, publicId },
  )
  if (!rows[0]) return null
  const { sectionId: _, sectionPublicId: __, sectionName: ___, ...quiz } = rows[0]
  const sections = rows.flatMap(({ sectionId: id, sectionPublicId: publicId, sectionName: name }) =>
    id === null || publicId === null || name === null ? [] : [{ id, publicId, name }],
  )
  return { ...quiz, sections }
}
export type QuizRecord = NonNullable<Awaited<ReturnType<typeof findQuiz>>>

/**
 * Reads and locks the quiz for the transaction: `alone` to change the quiz or its questions, so that no student starts
 * it in between; `together` to mark answers.
 */
export async function lockQuiz(scope: SchoolScope, publicId: string, how: 'alone' | 'together') {
  const lockedQuiz = await selectRow(
    { id: number('id') },
    `FROM quizzes WHERE school_id = :schoolId AND public_id = :publicId
     ${how === 'alone' ? 'FOR UPDATE' : 'LOCK IN SHARE MODE'}`,
    { schoolId: scope.schoolId, publicId },
  )
  return lockedQuiz && findQuiz(scope, publicId)
}
