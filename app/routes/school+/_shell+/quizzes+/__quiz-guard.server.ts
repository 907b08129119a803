import { foundOr404, idsOf, requireStaff, teacherSections } from '~/http/route.server'
import type { OwnSection } from '~/models/academics/section-queries.server'
import type { Permission } from '~/models/accounts/permissions'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { closeExpiredOfQuiz } from '~/models/quizzes/close-attempt.server'
import { type QuestionRecord, questionsOfQuiz } from '~/models/quizzes/question-queries.server'
import { findQuiz, type QuizRecord } from '~/models/quizzes/quiz-queries.server'
import { isPublicId } from '~/models/shared/public-id.server'

export interface QuizVisit {
  staff: StaffSession
  scope: StaffSession['scope']
  quiz: QuizRecord
  /** A teacher's sections; null for those who see all. */
  own: OwnSection[] | null
  ownIds: number[] | null
  /** A teacher changes quizzes that are for own sections only. */
  mayWrite: boolean
}

/**
 * The quiz of an address; 404 for another school's, and for one that is for no section of a teacher's. Who opens a page of it finds what
 * has expired closed and marked, in case the worker has not come to it yet.
 */
export async function requireQuiz(
  context: object,
  request: Request,
  publicId: string | undefined,
  permission: Permission,
): Promise<QuizVisit> {
  const staff = await requireStaff(context, request, permission)
  const { scope } = staff
  const id = foundOr404(isPublicId(publicId) ? publicId : null)
  const [found, own] = await Promise.all([findQuiz(scope, id), teacherSections(staff)])
  const asFound = foundOr404(found)
  const ownIds = idsOf(own)
  if (own && !isForSome(asFound, own)) foundOr404(null)
  const quiz = request.method === 'GET' && asFound.expired > 0 ? await withoutExpired(scope, asFound) : asFound
  const isOwn = quiz.sections.length > 0 && quiz.sections.every((section) => ownIds?.includes(section.id))
  return { staff, scope, quiz, own, ownIds, mayWrite: own === null || isOwn }
}

async function withoutExpired(scope: QuizVisit['scope'], quiz: QuizRecord): Promise<QuizRecord> {
  await closeExpiredOfQuiz(scope, quiz.id)
  return foundOr404(await findQuiz(scope, quiz.publicId))
}

/** The same for whoever changes the quiz: 404 to a teacher for one that is for others too. */
export async function requireOwnQuiz(
  context: object,
  request: Request,
  publicId: string | undefined,
): Promise<QuizVisit> {
  const visit = await requireQuiz(context, request, publicId, 'quizzes:edit')
  return foundOr404(visit.mayWrite ? visit : null)
}

function isForSome(quiz: QuizRecord, own: readonly OwnSection[]): boolean {
  if (!quiz.isCurrent) return false
  if (quiz.sections.length === 0) return own.some((section) => section.classPublicId === quiz.classPublicId)
  return quiz.sections.some((section) => own.some((one) => one.id === section.id))
}

/** A question of a quiz that the reader may change. */
export async function requireOwnQuestion(
  context: object,
  request: Request,
  params: { id?: string | undefined; questionId?: string | undefined },
): Promise<QuizVisit & { question: QuestionRecord; questions: QuestionRecord[] }> {
  const visit = await requireOwnQuiz(context, request, params.id)
  const questions = await questionsOfQuiz(visit.scope, visit.quiz.id)
  return { ...visit, questions, question: foundOr404(questions.find((one) => one.publicId === params.questionId)) }
}
