import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Alert, PageHead, Tabs } from '~/components/ui'
import { foundOr404, readForm, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { maxQuestions, type QuestionType, questionTypes } from '~/models/learning/quizzes/options'
import {
  checkQuestion,
  emptyQuestion,
  questionReply,
  readQuestion,
  reshapeQuestion,
} from '~/models/learning/quizzes/question-draft'
import { addQuestion } from '~/models/learning/quizzes/save-question.server'
import { questionsFixed, questionTypeNames } from './__office-words'
import { QuestionForm } from './__question-form'
import { requireOwnQuiz } from './__quiz-guard.server'

export const handle = pageTitle(() => 'Add question', { hasForm: true })

function typeOf(request: Request): QuestionType {
  const requestedType = new URL(request.url).searchParams.get('type')
  return questionTypes.find((type) => type === requestedType) ?? 'mcq'
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { quiz } = await requireOwnQuiz(context, request, params.id)
  const type = typeOf(request)
  const { publicId: id, title, version } = quiz
  return { id, title, version, type, formKey: randomUUID(), draft: emptyQuestion(type), isFixed: quiz.attempts > 0 }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope, quiz } = await requireOwnQuiz(context, request, params.id)
  const body = await readForm(request)
  const type = typeOf(request)
  const draft = readQuestion(body, type)
  const intent = body.get('intent')
  const shaped = reshapeQuestion(draft, intent)
  if (shaped) return data(questionReply(shaped), { status: 200 })
  const checked = checkQuestion(draft, { mustBeComplete: quiz.published })
  if (!checked.ok) return data(questionReply(draft, checked.errors), { status: 422 })
  const outcome = await addQuestion(scope, quiz.publicId, checked.value, String(body.get('form_key') ?? ''))
  if (!outcome.ok) {
    if (outcome.reason === 'not-found') return foundOr404(null)
    return data(questionReply(draft, refusals[outcome.reason]), { status: 422 })
  }
  const next = `${schoolPaths.newQuestion(quiz.publicId)}?type=${type}`
  const to = intent === 'save-next' ? next : schoolPaths.quiz(quiz.publicId)
  return redirectWithToast(to, { type: 'success', title: 'Created!' })
}

const refusals = {
  begun: { question_text: [questionsFixed] },
  incomplete: { correct: ['Choose the right answer, because students can already see the quiz'] },
  'too-many': { question_text: [`A quiz has at most ${maxQuestions} questions`] },
}

export default function NewQuestionPage() {
  const { id, title, version, type, formKey, draft, isFixed } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title="Add question" context={<a href={schoolPaths.quiz(id)}>{title}</a>} />
      {isFixed ? (
        <Alert tone="bad" text={questionsFixed} />
      ) : (
        <>
          <Tabs
            label="Kinds of question"
            tabs={questionTypes.map((one) => ({
              href: `${schoolPaths.newQuestion(id)}?type=${one}`,
              label: questionTypeNames[one],
              current: one === type,
            }))}
          />
          <QuestionForm
            // Resets the fields once a question is added.
            key={`${type} ${version}`}
            mode="new"
            formKey={formKey}
            draft={answer?.draft ?? draft}
            errors={answer?.errors}
            cancelHref={schoolPaths.quiz(id)}
          />
        </>
      )}
    </>
  )
}
