import { useLoaderData } from '@remix-run/react'
import { EmptyState, PageHead } from '~/components/ui'
import { idsOf, teacherSections } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { FormPage } from '~/kit/pages/form-page'
import { newQuizRefusals, quizForm } from '~/models/learning/quizzes/quiz-fields'
import { createQuiz, quizSchema } from '~/models/learning/quizzes/quizzes.server'
import { isLimitedToOwnSections } from '~/models/people/accounts/staff/permissions'
import { quizChoices } from './__choices.server'

export const handle = pageTitle(() => 'Add quiz', { hasForm: true })

/** Value of the only option, to select it in advance; empty when there is a choice. */
const onlyValue = (options: ReadonlyArray<{ value: string }>) =>
  options.length === 1 ? options.map(({ value }) => value) : []

const page = creating({
  may: 'quizzes:edit',
  form: quizForm,
  schema: quizSchema,
  more: async (_parent, _scope, staff) => ({
    isLimited: isLimitedToOwnSections(staff),
    choices: await quizChoices(staff),
  }),
  start: (_scope, _query, _staff, _parent, { isLimited, choices }) => ({
    academicSession: choices.academicSession.options[0]?.value ?? '',
    class: onlyValue(choices.class.options)[0] ?? '',
    sections: isLimited ? onlyValue(choices.sections.options) : [],
  }),
  create: async (scope, formKey, values, _at, staff) =>
    createQuiz(scope, formKey, values, idsOf(await teacherSections(staff))),
  refusals: newQuizRefusals,
  created: schoolPaths.quiz,
  message: 'Now write its questions.',
})
export const loader = page.loader
export const action = page.action

const context = 'Its questions come next; students see it once it is published.'

export default function NewQuizPage() {
  const { isLimited, choices } = useLoaderData<typeof loader>().more
  const mayStart = choices.academicSession.options.length > 0 && choices.class.options.length > 0
  if (mayStart) return <FormPage form={quizForm} context={context} cancelHref={schoolPaths.quizzes} known={choices} />
  return (
    <>
      <PageHead title="Add quiz" context={context} />
      <EmptyState
        icon="school"
        title={isLimited ? 'You have no section' : 'First add an academic session and a class'}
        text={
          isLimited
            ? 'You can write quizzes only for sections of which you are class teacher.'
            : 'A quiz belongs to a class in a session.'
        }
      />
    </>
  )
}
