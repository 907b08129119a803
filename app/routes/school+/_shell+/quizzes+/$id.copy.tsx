import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui'
import { type FieldErrors, foundOr404, parseForm, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { type CopyQuizRefusal, copyQuiz } from '~/models/quizzes/copy-quiz.server'
import { copyQuizSchema } from '~/models/quizzes/quiz-schema'
import { CopyQuizForm } from './__copy-quiz-form'
import { audienceRefusals, quizChoices, quizValues } from './__quiz-form.server'
import { requireQuiz } from './__quiz-guard.server'

export const handle = pageTitle(() => 'Copy quiz', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, quiz, own } = await requireQuiz(context, request, params.id, 'quizzes:edit')
  const choices = await quizChoices(scope, own)
  const { title, academic_session, ...rest } = quizValues(quiz)
  const { from_day, from_time, until_day, until_time } = rest
  return {
    id: quiz.publicId,
    title,
    place: `${quiz.className}, ${quiz.sessionName}`,
    choices,
    values: {
      form_key: randomUUID(),
      title,
      academic_session,
      class: quiz.classPublicId,
      ...{ from_day, from_time, until_day, until_time },
    },
  }
}

const refusals: Record<Exclude<CopyQuizRefusal, 'not-found'>, FieldErrors> = {
  ...audienceRefusals,
  'window-too-short': { until_time: ['Allow at least the minutes of the quiz between start and end'] },
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope, quiz, ownIds } = await requireQuiz(context, request, params.id, 'quizzes:edit')
  const form = await parseForm(request, copyQuizSchema)
  if (!form.ok) return form.reply()
  const outcome = await copyQuiz(scope, quiz.publicId, form.value, ownIds)
  if (!outcome.ok)
    return outcome.reason === 'not-found' ? foundOr404(null) : form.refuse(null, refusals[outcome.reason])
  const message = 'The copy is a draft.'
  return redirectWithToast(schoolPaths.quiz(outcome.value), { type: 'success', title: 'Created!', message })
}

export default function CopyQuizPage() {
  const { id, title, place, choices, values } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={`Copy ${title}`} context={`${place}. The copy has the same questions and is a draft.`} />
      <CopyQuizForm
        lastResult={useActionData<typeof action>()}
        values={values}
        choices={choices}
        cancelHref={schoolPaths.quiz(id)}
      />
    </>
  )
}
