import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Alert, ButtonLink, PageHead } from '~/components/ui'
import { type FieldErrors, foundOr404, parseFields, type Reply, readForm, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { findQuiz } from '~/models/quizzes/quiz-queries.server'
import { begunQuizSchema, quizSchema } from '~/models/quizzes/quiz-schema'
import {
  type UpdateBegunQuizRefusal,
  type UpdateQuizRefusal,
  updateBegunQuiz,
  updateQuiz,
} from '~/models/quizzes/update-quiz.server'
import type { Outcome } from '~/models/shared/outcome'
import { BegunQuizForm, QuizForm } from './__quiz-form'
import { audienceRefusals, quizChoices, quizValues, standsNow } from './__quiz-form.server'
import { type QuizVisit, requireOwnQuiz } from './__quiz-guard.server'

export const handle = pageTitle(() => 'Edit quiz', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, quiz, own } = await requireOwnQuiz(context, request, params.id)
  const hasBegun = quiz.attempts > 0
  return {
    id: quiz.publicId,
    title: quiz.title,
    hasBegun,
    choices: hasBegun ? null : await quizChoices(scope, own),
    values: quizValues(quiz),
  }
}

type Refusal = UpdateQuizRefusal | UpdateBegunQuizRefusal

const refusals: Record<Exclude<Refusal, 'not-found' | 'changed-meanwhile' | 'begun' | 'not-begun'>, FieldErrors> = {
  ...audienceRefusals,
  'window-over': { until_day: ['The quiz is published: choose an end that is still to come'] },
  'end-before-now': { until_day: ['Choose an end that is still to come'] },
  'review-open': { until_day: ['The review was open already: copy the quiz instead'] },
}

const begunMeanwhile =
  'A student has begun the quiz: its questions, minutes, class and start are fixed. Title, description and end can still change.'

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope, quiz, ownIds } = await requireOwnQuiz(context, request, params.id)
  const typed = await readForm(request)
  // Minutes are a field of the form of a quiz that nobody had begun when it was opened.
  if (typed.has('duration_minutes')) {
    const form = parseFields(typed, quizSchema, {})
    if (!form.ok) return answered(form.reply())
    return answerTo(await updateQuiz(scope, quiz.publicId, form.value, ownIds), { scope, quiz, typed, form })
  }
  const form = parseFields(typed, begunQuizSchema, {})
  if (!form.ok) return answered(form.reply())
  return answerTo(await updateBegunQuiz(scope, quiz.publicId, form.value), { scope, quiz, typed, form })
}

interface Sent extends Pick<QuizVisit, 'scope' | 'quiz'> {
  typed: FormData
  form: { refuse: (formError: string | null, fieldErrors?: FieldErrors) => Reply }
}

async function answerTo(outcome: Outcome<undefined, Refusal>, { scope, quiz, typed, form }: Sent) {
  if (outcome.ok) return redirectWithToast(schoolPaths.quiz(quiz.publicId), { type: 'success', title: 'Updated!' })
  switch (outcome.reason) {
    case 'not-found':
      return foundOr404(null)
    case 'begun':
      return answered(form.refuse(begunMeanwhile))
    case 'not-begun':
      return answered(form.refuse('Nobody has begun the quiz: open this page again to change all of it.'))
    case 'changed-meanwhile': {
      const now = foundOr404(await findQuiz(scope, quiz.publicId))
      const conflict = { version: now.version, changes: standsNow(now, Object.fromEntries(fieldsOf(typed))) }
      return answered(form.refuse('Somebody else saved this quiz since you opened this page'), conflict)
    }
    default:
      return answered(form.refuse(null, refusals[outcome.reason]))
  }
}

/** The texts of a form by name, lists together. */
function fieldsOf(typed: FormData): Array<[string, string | string[]]> {
  const chosen = typed.getAll('sections').map(String)
  const texts = [...typed.keys()].map((name): [string, string] => [name, String(typed.get(name))])
  return typed.has('class') ? [...texts, ['sections', chosen]] : texts
}

function answered(reply: Reply, conflict: { version: number; changes: string[] } | null = null) {
  return data({ status: 'error' as const, result: reply.data, conflict }, { status: 422 })
}

/** After a refusal too: somebody may have begun meanwhile. */
export const shouldRevalidate = () => true

export default function EditQuizPage() {
  const { id, title, hasBegun, choices, values } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const frame = {
    lastResult: answer?.result,
    conflict: answer?.conflict ?? null,
    values,
    cancelHref: schoolPaths.quiz(id),
  }
  return (
    <>
      <PageHead title={`Edit ${title}`} />
      {hasBegun ? (
        <Alert tone="info">
          <p>{begunMeanwhile}</p>
        </Alert>
      ) : null}
      {choices === null ? (
        <BegunQuizForm {...frame} />
      ) : (
        <QuizForm
          {...frame}
          mode="edit"
          choices={choices}
          aside={
            <ButtonLink href={schoolPaths.deleteQuiz(id)} variant="quiet">
              Delete this quiz
            </ButtonLink>
          }
        />
      )}
    </>
  )
}
