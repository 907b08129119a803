import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Badge, ButtonLink, Card, DefinitionList, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { formatInstant } from '~/models/core/shared/calendar'
import { maxQuestions } from '~/models/learning/quizzes/options'
import { isComplete } from '~/models/learning/quizzes/question-draft'
import { questionsOfQuiz } from '~/models/learning/quizzes/question-queries.server'
import { counted } from '~/models/people/academics/rules'
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

export default function QuizPage() {
  const quiz = useLoaderData<typeof loader>()
  const state = quizStateNames[quiz.state]
  const mayChange = quiz.mayWrite && quiz.attempts === 0
  const isNext =
    quiz.toMark > 0
      ? 'marking'
      : mayChange && quiz.questions.length === 0
        ? 'question'
        : mayChange && !quiz.published
          ? 'publish'
          : null
  const links = [
    [true, schoolPaths.quizAttempts(quiz.id), 'Attempts'],
    [quiz.attempts > 0, schoolPaths.quizStatistics(quiz.id), 'Statistics'],
    [quiz.attempts > 0, schoolPaths.quizMarking(quiz.id), 'Short answers'],
    [quiz.mayWrite, schoolPaths.editQuiz(quiz.id), 'Edit quiz'],
    [mayChange && quiz.published, schoolPaths.withdrawQuiz(quiz.id), 'Withdraw'],
    [quiz.mayCopy, schoolPaths.copyQuiz(quiz.id), 'Copy'],
  ] as const
  return (
    <>
      <PageHead
        title={quiz.title}
        context={`${quiz.forWhom}, ${quiz.sessionName}`}
        action={
          isNext === 'marking' ? (
            <ButtonLink href={schoolPaths.quizMarking(quiz.id)} variant="next">
              {`Mark ${counted(quiz.toMark, 'answer')}`}
            </ButtonLink>
          ) : isNext === 'question' ? (
            <ButtonLink href={schoolPaths.newQuestion(quiz.id)} variant="next" icon="plus">
              Add question
            </ButtonLink>
          ) : isNext === 'publish' ? (
            <ButtonLink href={schoolPaths.publishQuiz(quiz.id)} variant="next">
              Publish quiz
            </ButtonLink>
          ) : undefined
        }
      />
      <div className="stack">
        <Card title="Quiz" aside={<Badge tone={state.tone}>{state.label}</Badge>}>
          <div className="stack">
            <DefinitionList
              items={[
                { label: 'Class', value: quiz.forWhom },
                { label: 'Subject', value: quiz.subjectName ?? '–' },
                { label: 'From', value: quiz.from },
                { label: 'Until', value: quiz.until },
                { label: 'Minutes', value: quiz.minutes },
                { label: 'Questions', value: quiz.questions.length },
                { label: 'Marks', value: quiz.totalMarks },
                { label: 'Attempts', value: quiz.attempts },
              ]}
            />
            {quiz.description ? <p className="typed">{quiz.description}</p> : null}
            <div className="actions">
              {links.map(([shown, href, label]) =>
                shown ? (
                  <ButtonLink key={label} href={href} variant="secondary">
                    {label}
                  </ButtonLink>
                ) : null,
              )}
              {mayChange ? (
                <ButtonLink href={schoolPaths.deleteQuiz(quiz.id)} variant="quiet">
                  Delete this quiz
                </ButtonLink>
              ) : null}
            </div>
          </div>
        </Card>
        <Card title="Questions">
          <div className="stack">
            {quiz.questions.length === 0 ? (
              <p>No question yet.</p>
            ) : (
              <QuestionList quizId={quiz.id} questions={quiz.questions} mayChange={mayChange} />
            )}
            {quiz.attempts > 0 ? <p className="soft">{questionsFixed}</p> : null}
            {mayChange ? (
              <div className="actions">
                {quiz.questions.length < maxQuestions ? (
                  <ButtonLink href={schoolPaths.newQuestion(quiz.id)} variant="secondary" icon="plus">
                    {quiz.questions.length === 0 ? 'Write the first question' : 'Add question'}
                  </ButtonLink>
                ) : null}
                {quiz.questions.length > 1 ? (
                  <ButtonLink href={schoolPaths.questionOrder(quiz.id)} variant="secondary">
                    Change the order
                  </ButtonLink>
                ) : null}
              </div>
            ) : null}
          </div>
        </Card>
      </div>
    </>
  )
}

type Question = Awaited<ReturnType<typeof loader>>['questions'][number]

/** Questions in order, with the correct answers. */
function QuestionList({
  quizId,
  questions,
  mayChange,
}: {
  quizId: string
  questions: readonly Question[]
  mayChange: boolean
}) {
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
