import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { EmptyState, PageHead } from '~/components/ui'
import { idsOf, parseForm, redirectWithToast, requireStaff, teacherSections } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { createQuiz } from '~/models/quizzes/create-quiz.server'
import { newQuizSchema } from '~/models/quizzes/quiz-schema'
import { QuizForm } from './__quiz-form'
import { audienceRefusals, quizChoices } from './__quiz-form.server'

export const handle = pageTitle(() => 'Add quiz', { hasForm: true })

const usualMinutes = '30'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'quizzes:edit')
  const choices = await quizChoices(staff.scope, await teacherSections(staff))
  const only = choices.sections.length === 1 ? choices.sections.map((section) => section.value) : []
  return {
    choices,
    values: {
      form_key: randomUUID(),
      academic_session: choices.sessions[0]?.value ?? '',
      class: choices.classes.length === 1 ? choices.classes[0]?.value : '',
      sections: choices.mustChooseSections ? only : [],
      duration_minutes: usualMinutes,
    },
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'quizzes:edit')
  const form = await parseForm(request, newQuizSchema)
  if (!form.ok) return form.reply()
  const outcome = await createQuiz(staff.scope, form.value, idsOf(await teacherSections(staff)))
  if (!outcome.ok) return form.refuse(null, audienceRefusals[outcome.reason])
  const message = 'Now write its questions.'
  return redirectWithToast(schoolPaths.quiz(outcome.value), { type: 'success', title: 'Created!', message })
}

export default function NewQuizPage() {
  const { choices, values } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHead title="Add quiz" context="Its questions come next; students see it once it is published." />
      {choices.sessions.length === 0 || choices.classes.length === 0 ? (
        <EmptyState
          icon="school"
          title={choices.mustChooseSections ? 'You have no section' : 'First add an academic session and a class'}
          text={
            choices.mustChooseSections
              ? 'A teacher writes quizzes for the sections of which they are class teacher.'
              : 'A quiz belongs to a class in a session.'
          }
        />
      ) : (
        <QuizForm
          mode="new"
          lastResult={lastResult}
          values={values}
          choices={choices}
          cancelHref={schoolPaths.quizzes}
        />
      )}
    </>
  )
}
