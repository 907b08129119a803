import {
  execute,
  inTransaction,
  lockRows,
  number,
  numberOrNull,
  type RowOf,
  selectRow,
  selectRows,
  text,
} from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { acceptedAnswerLength, maxAcceptedAnswers } from '../options'
import { questionColumns } from '../question-queries.server'
import { lockQuiz, type QuizRecord } from '../quiz-queries.server'
import { marksText, readAwarded } from './marking-form-rules'
import { comparable } from './marking-rules'

export interface TypedMarks {
  /** Public id of the attempt. */
  attempt: string
  text: string
  /** Value of the field when the form was loaded. */
  seen: string
  /** Gives full marks to every answer with the same text, also in later attempts. */
  acceptForAll: boolean
}

export interface CheckedMarks extends TypedMarks {
  /** Error of a row that was not saved; otherwise null. */
  problem: string | null
  /** Current value of the answer's marks. */
  now: string
}

export interface SaveMarking {
  /** Public ids. */
  quiz: string
  question: string
  rows: readonly TypedMarks[]
  /** Limits a teacher to answers of these sections; null: all. */
  ownSectionIds: readonly number[] | null
  /** True if the user may change the quiz, and so the accepted texts of its questions. */
  mayAccept: boolean
}

const answerColumns = {
  attemptId: number('m.id'),
  attempt: text('m.public_id'),
  sectionId: number('e.section_id'),
  name: text("CONCAT(TRIM(CONCAT(s.first_name, ' ', s.last_name)), ' (', s.enrollment_number, ')')"),
  text: text("COALESCE(w.answer_text, '')"),
  awarded: numberOrNull('w.awarded_marks'),
}
type Answer = RowOf<typeof answerColumns>

interface Change {
  answer: Answer
  marks: number
}

const { text: questionText, marks } = questionColumns
const shortQuestion = { id: number('n.id'), text: questionText, marks }
type Question = RowOf<typeof shortQuestion>

/**
 * Marks short answers of one question in finished attempts. Saves the valid rows and returns each other row with its
 * error, for example when another user has changed the marks since `seen`. `acceptForAll` adds the text to the accepted
 * ones and gives full marks to all equal answers, unless another row gives that text other marks. Recalculates scores
 * in the same transaction and audits each correction.
 */
export async function saveMarking(scope: SchoolScope, input: SaveMarking) {
  return inTransaction(async () => {
    const quiz = await lockQuiz(scope, input.quiz, 'together')
    // Serializes users who mark the same question.
    const question = quiz && (await lockShortQuestion(scope, quiz.id, input.question))
    if (!quiz || !question) return refused('not-found')
    const all = await lockAnswers(scope, quiz.id, question.id)
    const ownAnswers = all.filter(({ sectionId }) => input.ownSectionIds?.includes(sectionId) ?? true)
    const byAttempt = new Map(ownAnswers.map((answer) => [answer.attempt, answer]))
    const accepted = await acceptedTexts(question.id)
    const added: string[] = []
    const changes = new Map<number, Change>()
    const contradicted = contradictedTexts(input.rows, byAttempt, question)
    const rows = input.rows.map((row): CheckedMarks => {
      const answer = byAttempt.get(row.attempt)
      if (!answer) return { ...row, problem: 'This answer no longer exists', now: row.seen }
      const now = marksText(answer.awarded)
      const problem = row.acceptForAll
        ? (problemOfAccepting(row, answer, { question, accepted: [...accepted, ...added], input, contradicted }) ??
          acceptFor(answer, { question, all, changes, added, accepted }))
        : mark(row, answer, { question, changes, contradicted })
      const change = changes.get(answer.attemptId)
      return { ...row, problem, now: problem === null && change ? marksText(change.marks) : now }
    })
    const effectiveChanges = [...changes.values()].filter(({ answer, marks }) => answer.awarded !== marks)
    await writeAccepted(question.id, accepted.length, added)
    await writeMarks(scope, question.id, effectiveChanges)
    await recalculateScores(scope, effectiveChanges)
    await auditMarking(scope, quiz, question, { made: effectiveChanges, added })
    return done({ rows, saved: effectiveChanges.length })
  })
}

/** Records the marks of one row, or returns its error. */
function mark(
  row: TypedMarks,
  answer: Answer,
  { question, changes, contradicted }: { question: Question; changes: Map<number, Change>; contradicted: Set<string> },
): string | null {
  const read = readAwarded(row.text, question.marks)
  if (!read.ok) return read.problem
  const now = marksText(answer.awarded)
  const newMarks = marksText(read.marks)
  if (contradicted.has(comparable(answer.text)) && givesAnother(row, question))
    return `Another row accepts the same text for everybody, with full marks (${question.marks}): leave the marks empty, or do not accept it`
  if (newMarks === now || newMarks === row.seen) return null
  if (read.marks === null) return 'Marks once given can be changed, but not removed'
  if (now !== row.seen)
    return `Another person entered ${now} in the meantime. Save again to replace it with ${newMarks}`
  changes.set(answer.attemptId, { answer, marks: read.marks })
  return null
}

/**
 * Texts on which the rows disagree: one row accepts the text for all students, another row gives it less or more than
 * full marks.
 */
function contradictedTexts(
  rows: readonly TypedMarks[],
  byAttempt: ReadonlyMap<string, Answer>,
  question: Question,
): Set<string> {
  const textsOf = (matches: (row: TypedMarks) => boolean) =>
    new Set(rows.filter(matches).map((row) => comparable(byAttempt.get(row.attempt)?.text ?? '')))
  const accepted = textsOf((row) => row.acceptForAll)
  return new Set(
    [...textsOf((row) => !row.acceptForAll && givesAnother(row, question))].filter((one) => accepted.has(one)),
  )
}

/** Returns true when the row has new marks that are not the full marks. */
function givesAnother({ text, seen }: TypedMarks, question: Question): boolean {
  const marksInput = text.trim()
  return marksInput !== '' && marksInput !== seen && Number(marksInput) !== question.marks
}

function problemOfAccepting(
  row: TypedMarks,
  answer: Answer,
  context: { question: Question; accepted: readonly string[]; input: SaveMarking; contradicted: Set<string> },
): string | null {
  if (!context.input.mayAccept) return 'Only those who may change the quiz can accept an answer for everybody'
  if (givesAnother(row, context.question))
    return `An accepted answer gets full marks (${context.question.marks}): leave the marks empty, or do not accept it for everybody`
  if (context.contradicted.has(comparable(answer.text)))
    return 'Another row gives the same text different marks: leave those empty, or do not accept it for everybody'
  const now = marksText(answer.awarded)
  if (now !== row.seen && answer.awarded !== context.question.marks)
    return `Another person entered ${now} in the meantime. Save again to accept it for everybody`
  const text = answer.text.trim()
  if (text.length > acceptedAnswerLength)
    return `Only answers of at most ${acceptedAnswerLength} characters can be accepted for everybody`
  const isNew = !context.accepted.some((one) => comparable(one) === comparable(text))
  if (isNew && context.accepted.length >= maxAcceptedAnswers)
    return `The question already accepts ${maxAcceptedAnswers} answers`
  return null
}

function acceptFor(
  answer: Answer,
  context: { question: Question; all: Answer[]; changes: Map<number, Change>; added: string[]; accepted: string[] },
): null {
  const same = comparable(answer.text)
  if (![...context.accepted, ...context.added].some((one) => comparable(one) === same))
    context.added.push(answer.text.trim())
  for (const one of context.all)
    if (comparable(one.text) === same)
      context.changes.set(one.attemptId, { answer: one, marks: context.question.marks })
  return null
}

function lockShortQuestion(scope: SchoolScope, quizId: number, publicId: string): Promise<Question | null> {
  return selectRow(
    shortQuestion,
    `FROM quiz_questions n
     WHERE n.school_id = :schoolId AND n.quiz_id = :quizId AND n.public_id = :publicId AND n.type = 'short' FOR UPDATE`,
    { schoolId: scope.schoolId, quizId, publicId },
  )
}

/**
 * Reads the answers of finished attempts. Locks the attempts in the order of their ids, so that marking two questions
 * concurrently cannot deadlock.
 */
async function lockAnswers(scope: SchoolScope, quizId: number, questionId: number): Promise<Answer[]> {
  await lockRows(
    'FROM quiz_attempts WHERE school_id = :schoolId AND quiz_id = :quizId AND submitted_at IS NOT NULL ORDER BY id',
    { schoolId: scope.schoolId, quizId },
  )
  return selectRows(
    answerColumns,
    `FROM quiz_attempts m JOIN quiz_answers w ON w.attempt_id = m.id AND w.question_id = :questionId
     JOIN enrollments e ON e.school_id = m.school_id AND e.id = m.enrollment_id
     JOIN students s ON s.school_id = m.school_id AND s.id = m.student_id
     WHERE m.school_id = :schoolId AND m.quiz_id = :quizId AND m.submitted_at IS NOT NULL
       AND TRIM(COALESCE(w.answer_text, '')) <> ''`,
    { schoolId: scope.schoolId, quizId, questionId },
  )
}

async function acceptedTexts(questionId: number): Promise<string[]> {
  const rows = await selectRows(
    { text: text('answer_text') },
    'FROM quiz_accepted_answers WHERE question_id = :questionId ORDER BY position',
    { questionId },
  )
  return rows.map((row) => row.text)
}

async function writeAccepted(questionId: number, existingCount: number, added: readonly string[]): Promise<void> {
  for (const [index, text] of added.entries())
    await execute(
      'INSERT INTO quiz_accepted_answers (question_id, position, answer_text) VALUES (:questionId, :position, :text)',
      { questionId, position: existingCount + index + 1, text },
    )
}

/** Writes the marks with one UPDATE per distinct number of marks. */
async function writeMarks(scope: SchoolScope, questionId: number, changes: readonly Change[]): Promise<void> {
  for (const marks of new Set(changes.map((change) => change.marks))) {
    const attemptIds = changes.filter((change) => change.marks === marks).map(({ answer }) => answer.attemptId)
    await execute(
      `UPDATE quiz_answers SET awarded_marks = :marks, marked_by_name = :name, marked_at = UTC_TIMESTAMP(3)
       WHERE question_id = :questionId AND attempt_id IN (:attemptIds)`,
      { marks, name: scope.actor.name, questionId, attemptIds },
    )
  }
}

async function recalculateScores(scope: SchoolScope, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  await execute(
    `UPDATE quiz_attempts m
     SET m.score = (SELECT COALESCE(SUM(w.awarded_marks), 0) FROM quiz_answers w WHERE w.attempt_id = m.id),
       m.to_mark = (SELECT COUNT(*) FROM quiz_answers w WHERE w.attempt_id = m.id AND w.awarded_marks IS NULL),
       m.updated_at = UTC_TIMESTAMP(3)
     WHERE m.school_id = :schoolId AND m.id IN (:ids)`,
    { schoolId: scope.schoolId, ids: changes.map(({ answer }) => answer.attemptId) },
  )
}

/** Maximum number of corrections in an audit entry, so that it stays short enough to read. */
const correctionsAtOnce = 25

async function auditMarking(
  scope: SchoolScope,
  quiz: QuizRecord,
  question: Question,
  { made, added }: { made: readonly Change[]; added: readonly string[] },
): Promise<void> {
  const subject = { kind: 'quiz', id: quiz.id }
  const details = { title: quiz.title, class: quiz.className, question: question.text.slice(0, 120) }
  const fresh = made.filter(({ answer }) => answer.awarded === null).length
  if (fresh > 0) await recordAudit(scope, { action: 'quiz.marked', subject, details: { ...details, answers: fresh } })
  for (const accepted of added)
    await recordAudit(scope, { action: 'quiz.answer-accepted', subject, details: { ...details, accepted } })
  const corrected = made
    .filter(({ answer }) => answer.awarded !== null)
    .map(({ answer, marks }) => `${answer.name} ${answer.awarded} → ${marks}`)
  for (let from = 0; from < corrected.length; from += correctionsAtOnce) {
    const marks = corrected.slice(from, from + correctionsAtOnce).join('; ')
    await recordAudit(scope, { action: 'quiz.marks-changed', subject, details: { ...details, marks } })
  }
}
