import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Alert, PageHead } from '~/components/ui'
import { foundOr404, readForm, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import {
  checkQuestion,
  draftOfQuestion,
  questionReply,
  readQuestion,
  reshapeQuestion,
} from '~/models/learning/quizzes/question-draft'
import { type QuestionRecord, questionsOfQuiz } from '~/models/learning/quizzes/question-queries.server'
import { updateQuestion } from '~/models/learning/quizzes/save-question.server'
import { questionsFixed, questionTypeNames } from './__office-words'
import { QuestionForm } from './__question-form'
import { requireOwnQuestion } from './__quiz-guard.server'

export const handle = pageTitle(() => 'Edit question', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { quiz, question } = await requireOwnQuestion(context, request, params)
  return {
    quizId: quiz.publicId,
    title: quiz.title,
    id: question.publicId,
    type: question.type,
    version: question.version,
    draft: draftOfQuestion(question),
    isFixed: quiz.attempts > 0,
  }
}

const refusals = {
  begun: { question_text: [questionsFixed] },
  incomplete: { correct: ['Choose the right answer, because students can already see the quiz'] },
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope, quiz, question } = await requireOwnQuestion(context, request, params)
  const body = await readForm(request)
  const draft = readQuestion(body, question.type)
  const version = numberOf(body.get('version'))
  const answer = (errors: Record<string, string[]> = {}) => ({
    ...questionReply(draft, errors),
    version,
    conflict: null as { version: number; changes: string[] } | null,
  })
  const shaped = reshapeQuestion(draft, body.get('intent'))
  if (shaped) return data({ ...answer(), draft: shaped }, { status: 200 })
  const checked = checkQuestion(draft, { mustBeComplete: quiz.published })
  if (!checked.ok) return data(answer(checked.errors), { status: 422 })
  const seenVersion = numberOf(body.get('seen_version')) || version
  const at = { quiz: quiz.publicId, question: question.publicId, version: seenVersion }
  const outcome = await updateQuestion(scope, at, checked.value)
  if (outcome.ok) return redirectWithToast(schoolPaths.quiz(quiz.publicId), { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  if (outcome.reason !== 'save-conflict') return data(answer(refusals[outcome.reason]), { status: 422 })
  const now = foundOr404((await questionsOfQuiz(scope, quiz.id)).find((one) => one.id === question.id))
  const conflict = { version: now.version, changes: storedLines(now) }
  return data(
    { ...answer({ question_text: ['Another person saved this question since you opened this page'] }), conflict },
    { status: 422 },
  )
}

function numberOf(entry: FormDataEntryValue | null): number {
  return /^\d{1,15}$/.test(String(entry)) ? Number(entry) : 0
}

function storedLines({ text, marks, options, answers }: QuestionRecord): string[] {
  const right = options.map((option) => (option.isCorrect ? `${option.text} (right)` : option.text))
  return [
    `Question is now: ${text}`,
    `Marks are now: ${marks}`,
    ...(right.length > 0 ? [`Options are now: ${right.join(' / ')}`] : []),
    ...(answers.length > 0 ? [`Accepted answers are now: ${answers.join(' / ')}`] : []),
  ]
}

export default function EditQuestionPage() {
  const { quizId, title, id, type, version, draft, isFixed } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead
        title="Edit question"
        context={
          <>
            <a href={schoolPaths.quiz(quizId)}>{title}</a>, {questionTypeNames[type]}
          </>
        }
      />
      {isFixed ? (
        <Alert tone="bad" text={questionsFixed} />
      ) : (
        <QuestionForm
          mode="edit"
          draft={answer?.draft ?? draft}
          errors={answer?.errors}
          version={answer?.version ?? version}
          conflict={answer?.conflict ?? null}
          cancelHref={schoolPaths.quiz(quizId)}
          deleteHref={schoolPaths.deleteQuestion(quizId, id)}
        />
      )}
    </>
  )
}
