import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Alert } from '~/components/ui'
import { idsOf, readForm, teacherSections } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { FormPage } from '~/kit/pages/form-page'
import {
  begunQuizForm,
  begunQuizRefusals,
  begunWords,
  quizForm,
  quizRefusals,
} from '~/models/learning/quizzes/quiz-fields'
import { quizSchema, updateBegunQuiz, updateQuiz } from '~/models/learning/quizzes/quizzes.server'
import { quizChoices } from './__choices.server'
import { quizToEdit } from './__quiz-guard.server'

export const handle = pageTitle(() => 'Edit quiz', { hasForm: true })

const whole = editing({
  may: 'quizzes:edit',
  form: quizForm,
  schema: quizSchema,
  find: quizToEdit,
  more: async ({ quiz }, _scope, staff) => ({ hasBegun: quiz.attempts > 0, known: await quizChoices(staff) }),
  update: async (scope, at: string, version, values, staff) =>
    updateQuiz(scope, at, version, values, idsOf(await teacherSections(staff))),
  refusals: quizRefusals,
  updated: schoolPaths.quiz,
})

const begun = editing({
  may: 'quizzes:edit',
  form: begunQuizForm,
  find: quizToEdit,
  update: updateBegunQuiz,
  refusals: begunQuizRefusals,
  updated: schoolPaths.quiz,
})

export const loader = (args: LoaderFunctionArgs) => whole.loader(args)

/** The form contains the minutes only if no student had begun when it was opened. */
export async function action(args: ActionFunctionArgs) {
  const body = await readForm(args.request.clone())
  return body.has('duration_minutes') ? whole.action(args) : begun.action(args)
}

/** Reloads after a refusal, since a student may have begun in between. */
export const shouldRevalidate = () => true

export default function EditQuizPage() {
  const { at, more } = useLoaderData<typeof loader>()
  const cancelHref = schoolPaths.quiz(at)
  if (!more.hasBegun)
    return (
      <FormPage form={quizForm} cancelHref={cancelHref} deleteHref={schoolPaths.deleteQuiz(at)} known={more.known} />
    )
  return <FormPage form={begunQuizForm} cancelHref={cancelHref} above={<Alert tone="info" text={begunWords} />} />
}
