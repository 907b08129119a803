import { foundOr404, idsOf, requireStaff, teacherSections } from '~/http/route.server'
import { isPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { questionsOfQuiz } from '~/models/learning/quizzes/question-queries.server'
import { sectionWords } from '~/models/learning/quizzes/quiz-audience.server'
import { findQuiz, type QuizRecord } from '~/models/learning/quizzes/quiz-queries.server'
import { closeExpiredOfQuiz } from '~/models/learning/quizzes/take/close-attempt.server'
import { wallClockInIndia } from '~/models/learning/quizzes/take/window-rules'
import type { OwnSection } from '~/models/people/academics/section-queries.server'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import type { Permission } from '~/models/people/accounts/staff/permissions'

/** Returns the quiz for a staff user; null for a quiz of another school, and to a teacher without a section in it. */
export async function visitQuiz(staff: StaffSession, publicId: string) {
  const { scope } = staff
  const [quiz, own] = await Promise.all([findQuiz(scope, publicId), teacherSections(staff)])
  const ownIds = idsOf(own)
  if (!quiz || (own && !isForSome(quiz, own))) return null
  const isOwn = quiz.sections.length > 0 && quiz.sections.every((section) => ownIds?.includes(section.id))
  return {
    staff,
    scope,
    quiz,
    /** Sections of a teacher; null for users who see all. */
    own,
    ownIds,
    /** A teacher may change a quiz only if all its sections are the teacher's own. */
    mayWrite: own === null || isOwn,
  }
}

export type QuizVisit = NonNullable<Awaited<ReturnType<typeof visitQuiz>>>

function isForSome(quiz: QuizRecord, ownSections: readonly OwnSection[]): boolean {
  if (!quiz.isCurrent) return false
  if (quiz.sections.length === 0) return ownSections.some((section) => section.classPublicId === quiz.classPublicId)
  return quiz.sections.some((section) => ownSections.some((one) => one.id === section.id))
}

/** Returns a quiz with its form values; null if the user may not change it. */
export async function quizToEdit(_scope: SchoolScope, publicId: string, staff: StaffSession) {
  const visit = await visitQuiz(staff, publicId)
  return visit?.mayWrite ? formOf(visit) : null
}

/** Returns a quiz that the user may copy, with its form values: any visible one. */
export async function quizToCopy(_scope: SchoolScope, publicId: string, staff: StaffSession) {
  const visit = await visitQuiz(staff, publicId)
  return visit && formOf(visit)
}

function formOf({ quiz }: QuizVisit) {
  const [from, until] = [wallClockInIndia(quiz.availableFrom), wallClockInIndia(quiz.availableUntil)]
  const { title, description, durationMinutes, version, className, sessionName, subjectName } = quiz
  return {
    quiz,
    title,
    description,
    durationMinutes,
    version,
    className,
    sessionName,
    subjectName,
    subject: quiz.subjectPublicId,
    academicSession: quiz.sessionPublicId,
    class: quiz.classPublicId,
    sections: quiz.sections.map((section) => section.publicId),
    sectionNames: sectionWords(quiz.sections),
    fromDay: from.day,
    fromTime: from.time,
    untilDay: until.day,
    untilTime: until.time,
  }
}

/**
 * Returns the quiz of a URL; 404 if it is not visible. Closes and marks expired attempts first, in case the worker has
 * not done so yet.
 */
export async function requireQuiz(
  context: object,
  request: Request,
  publicId: string | undefined,
  permission: Permission,
): Promise<QuizVisit> {
  const staff = await requireStaff(context, request, permission)
  const visit = foundOr404(isPublicId(publicId) ? await visitQuiz(staff, publicId) : null)
  if (request.method !== 'GET' || visit.quiz.expired === 0) return visit
  await closeExpiredOfQuiz(staff.scope, visit.quiz.id)
  return foundOr404(await visitQuiz(staff, visit.quiz.publicId))
}

/** Returns the quiz of a URL; 404 if the user may not change it. */
export async function requireOwnQuiz(context: object, request: Request, publicId: string | undefined) {
  const visit = await requireQuiz(context, request, publicId, 'quizzes:edit')
  return foundOr404(visit.mayWrite ? visit : null)
}

/** Returns a question of a quiz that the user may change, by both public ids; null if it is not visible. */
export async function questionToEdit(scope: SchoolScope, at: { id: string; questionId: string }, staff: StaffSession) {
  const visit = await visitQuiz(staff, at.id)
  if (!visit?.mayWrite) return null
  const questions = await questionsOfQuiz(scope, visit.quiz.id)
  const question = questions.find((one) => one.publicId === at.questionId)
  return question ? { ...visit, questions, question } : null
}

/** Returns a question that the user may change, for pages without a described form. */
export async function requireOwnQuestion(
  context: object,
  request: Request,
  { id = '', questionId = '' }: { id?: string | undefined; questionId?: string | undefined },
) {
  const staff = await requireStaff(context, request, 'quizzes:edit')
  const isPossible = isPublicId(id) && isPublicId(questionId)
  return foundOr404(isPossible ? await questionToEdit(staff.scope, { id, questionId }, staff) : null)
}
