import { inTransaction } from '~/database/database.server'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { schoolScope, systemActor } from '~/models/core/shared/scope.server'
import { closeHeldAttempt } from '~/models/learning/quizzes/take/close-attempt.server'
import type { MadeClass, MadeSection, MadeSession } from './academics'
import type { EnrolledStudent } from './exams'
import { insert } from './insert'
import { type MadeQuiz, makeQuiz } from './quizzes'

export interface AttemptFacts {
  /** Answers by question number: an option's number, or a text. */
  answers: ReadonlyArray<{ question: number; option?: number; text?: string }>
  submitted: boolean
}

export interface MadeAttempt {
  id: number
  publicId: string
  studentId: number
}

type StudentLine = Pick<EnrolledStudent, 'studentId' | 'enrollmentId'>

/** Creates one attempt per student. The portal's own code marks and closes the submitted ones. */
export async function makeAttempts(
  quiz: MadeQuiz,
  students: readonly StudentLine[],
  facts: readonly AttemptFacts[],
): Promise<MadeAttempt[]> {
  const made: MadeAttempt[] = []
  for (const [index, student] of students.entries()) {
    const fact = facts[index]
    if (fact) made.push(await makeAttempt(quiz, student, fact))
  }
  return made
}

async function makeAttempt(quiz: MadeQuiz, student: StudentLine, fact: AttemptFacts): Promise<MadeAttempt> {
  const now = new Date()
  const started = new Date(Math.min(now.getTime(), quiz.availableUntil.getTime()) - 5 * 60_000)
  const deadline = new Date(started.getTime() + quiz.durationMinutes * 60_000)
  const publicId = newPublicId()
  const id = await insert('quiz_attempts', {
    public_id: publicId,
    school_id: quiz.schoolId,
    quiz_id: quiz.id,
    student_id: student.studentId,
    enrollment_id: student.enrollmentId,
    started_at: started,
    deadline_at: deadline,
    max_score: quiz.totalMarks,
    created_at: started,
    updated_at: started,
  })
  for (const { question, option, text } of fact.answers) {
    const of = quiz.questions[question]
    if (!of) throw new Error(`The quiz has no question ${question}`)
    await insert('quiz_answers', {
      attempt_id: id,
      question_id: of.id,
      option_id: option === undefined ? null : (of.options[option]?.id ?? null),
      answer_text: text ?? null,
      saved_at: started,
    })
  }
  if (fact.submitted) {
    const scope = schoolScope(quiz.schoolId, systemActor)
    await inTransaction(() => closeHeldAttempt(scope, { id, quizId: quiz.id }, deadline < now ? 'deadline' : 'student'))
  }
  return { id, publicId, studentId: student.studentId }
}

/** Public ids in the URLs of the office's quiz pages. */
export interface QuizOfficeThings {
  /** Draft for one section, without attempts, with two questions. */
  draft: string
  question: string
  spareQuestion: string
  /** Published for the section, without attempts. */
  published: string
  /** Drafts: `ready` to be published, `spare` to be deleted. */
  ready: string
  spare: string
  /** Attempted by the student, with an answer that waits for the teacher. */
  begun: string
  attempt: string
  shortQuestion: string
}

/** Creates quizzes of a section, one of them with an attempt. */
export async function makeQuizOfficeThings(
  student: { id: number; schoolId: number },
  place: { enrollment: { id: number }; session: MadeSession; class: MadeClass; section: MadeSection },
): Promise<QuizOfficeThings> {
  const of = { session: place.session, class: place.class, sections: [place.section] }
  const make = (published: boolean) => makeQuiz({ id: student.schoolId }, { ...of, published })
  const [draft, published, ready, spare, begun] = [
    await make(false),
    await make(true),
    await make(false),
    await make(false),
    await make(true),
  ]
  const answers = [
    { question: 0, option: 1 },
    { question: 2, text: 'Gandhi Nagar, I think' },
  ]
  const taker = { studentId: student.id, enrollmentId: place.enrollment.id }
  const [attempt] = await makeAttempts(begun, [taker], [{ answers, submitted: true }])
  return {
    draft: draft.publicId,
    question: draft.questions[0]?.publicId ?? '',
    spareQuestion: draft.questions[1]?.publicId ?? '',
    published: published.publicId,
    ready: ready.publicId,
    spare: spare.publicId,
    begun: begun.publicId,
    attempt: attempt?.publicId ?? '',
    shortQuestion: begun.questions[2]?.publicId ?? '',
  }
}
