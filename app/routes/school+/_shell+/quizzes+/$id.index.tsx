import type { LoaderFunctionArgs } from '@remix-run/node'
import { Badge } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { showPage } from '~/kit/pages/show-page'
import { formatInstant } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'
import { maxQuestions } from '~/models/learning/quizzes/options'
import { isComplete } from '~/models/learning/quizzes/question-draft'
import { questionsOfQuiz } from '~/models/learning/quizzes/question-queries.server'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { questionsFixed, questionTypeNames, quizStateNames } from './__office-words'
import { requireQuiz } from './__quiz-guard.server'

export const handle = pageTitle<{ title: string } | undefined>((data) => data?.title ?? 'Quiz')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { staff, scope, quiz, mayWrite } = await requireQuiz(context, request, params.id, 'quizzes:view')
  const questions = await questionsOfQuiz(scope, quiz.id)
  const mayEdit = mayStaff(staff.role, 'quizzes:edit')
  return {
    id: quiz.publicId,
    title: quiz.title,
    description: quiz.description,
    forWhom: `${quiz.className}, ${quiz.sections.map((section) => section.name).join(', ') || 'whole class'}`,
    sessionName: quiz.sessionName,
    subjectName: quiz.subjectName,
    minutes: quiz.durationMinutes,
    from: formatInstant(quiz.availableFrom, 'en'),
    until: formatInstant(quiz.availableUntil, 'en'),
    state: quiz.state,
    published: quiz.published,
    attempts: quiz.attempts,
    toMark: quiz.toMark,
    totalMarks: questions.reduce((sum, question) => sum + question.marks, 0),
    questions: questions.map((question) => ({ ...question, isComplete: isComplete(question) })),
    mayCopy: mayEdit,
    mayWrite: mayEdit && mayWrite,
  }
}

export default showPage<typeof loader>((quiz) => {
  const { id, questions, attempts, toMark, published, mayWrite } = quiz
  const state = quizStateNames[quiz.state]
  const mayChange = mayWrite && attempts === 0
  const addQuestion = { href: schoolPaths.newQuestion(id), icon: 'plus' } as const
  const next =
    toMark > 0
      ? { label: `Mark ${counted(toMark, 'answer')}`, href: schoolPaths.quizMarking(id) }
      : mayChange && questions.length === 0
        ? { label: 'Add question', ...addQuestion }
        : mayChange && !published && { label: 'Publish quiz', href: schoolPaths.publishQuiz(id) }
  return {
    title: quiz.title,
    context: `${quiz.forWhom}, ${quiz.sessionName}`,
    action: next && { ...next, variant: 'next' },
    parts: [
      {
        title: 'Quiz',
        aside: <Badge tone={state.tone}>{state.label}</Badge>,
        isSpaced: true,
        facts: {
          Class: quiz.forWhom,
          Subject: quiz.subjectName ?? '–',
          From: quiz.from,
          Until: quiz.until,
          Minutes: quiz.minutes,
          Questions: questions.length,
          Marks: quiz.totalMarks,
          Attempts: attempts,
        },
        content: quiz.description ? <p className="typed">{quiz.description}</p> : null,
        actions: [
          { label: 'Attempts', href: schoolPaths.quizAttempts(id) },
          attempts > 0 && { label: 'Statistics', href: schoolPaths.quizStatistics(id) },
          attempts > 0 && { label: 'Short answers', href: schoolPaths.quizMarking(id) },
          mayWrite && { label: 'Edit quiz', href: schoolPaths.editQuiz(id) },
          mayChange && published && { label: 'Withdraw', href: schoolPaths.withdrawQuiz(id) },
          quiz.mayCopy && { label: 'Copy', href: schoolPaths.copyQuiz(id) },
          mayChange && { label: 'Delete this quiz', href: schoolPaths.deleteQuiz(id), variant: 'quiet' },
        ],
      },
      {
        title: 'Questions',
        isSpaced: true,
        intro: questions.length === 0 && 'No question yet.',
        content: (
          <>
            {questions.length > 0 ? <QuestionList quizId={id} questions={questions} mayChange={mayChange} /> : null}
            {attempts > 0 ? <p className="soft">{questionsFixed}</p> : null}
          </>
        ),
        actions: mayChange && [
          questions.length < maxQuestions && {
            label: questions.length === 0 ? 'Write the first question' : 'Add question',
            ...addQuestion,
          },
          questions.length > 1 && { label: 'Change the order', href: schoolPaths.questionOrder(id) },
        ],
      },
    ],
  }
})

type Question = Awaited<ReturnType<typeof loader>>['questions'][number]

type QuestionListProps = { quizId: string; questions: readonly Question[]; mayChange: boolean }

function QuestionList({ quizId, questions, mayChange }: QuestionListProps) {
  return (
    <ol className="stack">
      {questions.map((question) => (
        <li key={question.publicId}>
          <p className="typed">{question.text}</p>
          <p className="soft small">
            {`${questionTypeNames[question.type]}, ${question.marks} ${question.marks === 1 ? 'mark' : 'marks'} `}
            {question.isComplete ? null : <Badge tone="warn">No right option yet</Badge>}
          </p>
          <Choices question={question} />
          {mayChange ? (
            <p className="actions">
              <a className="btn btn-quiet" href={schoolPaths.editQuestion(quizId, question.publicId)}>
                Edit<span className="sr">{` question: ${question.text}`}</span>
              </a>
              <a className="btn btn-quiet" href={schoolPaths.deleteQuestion(quizId, question.publicId)}>
                Delete<span className="sr">{` question: ${question.text}`}</span>
              </a>
            </p>
          ) : null}
        </li>
      ))}
    </ol>
  )
}

function Choices({ question }: { question: Question }) {
  if (question.type === 'short')
    return (
      <p className="small">
        {question.answers.length === 0
          ? 'A teacher marks every answer.'
          : `Accepted automatically: ${question.answers.join(' / ')}`}
      </p>
    )
  return (
    <ul>
      {question.options.map((option) => (
        <li key={option.text}>
          {option.text}
          {option.isCorrect ? <strong> (right)</strong> : null}
        </li>
      ))}
    </ul>
  )
}
