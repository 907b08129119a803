import { idsOf, teacherSections } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { copyQuizForm, copyQuizRefusals } from '~/models/learning/quizzes/quiz-fields'
import { copyQuiz, copyQuizSchema } from '~/models/learning/quizzes/quizzes.server'
import { quizChoices } from './__choices.server'
import { quizToCopy } from './__quiz-guard.server'

export const handle = pageTitle(() => 'Copy quiz', { hasForm: true })

const page = creating({
  may: 'quizzes:edit',
  form: copyQuizForm,
  schema: copyQuizSchema,
  within: (scope, at: string, _query, staff) => quizToCopy(scope, at, staff),
  more: async ({ title, className, sessionName }, _scope, staff) => ({
    title: `Copy ${title}`,
    context: `${className}, ${sessionName}. The copy has the same questions and is a draft.`,
    known: await quizChoices(staff),
  }),
  start: async (_scope, _query, _staff, { title, academicSession, class: ofClass, ...quiz }) => {
    const { fromDay, fromTime, untilDay, untilTime } = quiz
    return { title, academicSession, class: ofClass, fromDay, fromTime, untilDay, untilTime }
  },
  create: async (scope, formKey, values, at, staff) =>
    copyQuiz(scope, at, formKey, values, idsOf(await teacherSections(staff))),
  refusals: copyQuizRefusals,
  created: schoolPaths.quiz,
  message: 'The copy is a draft.',
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: copyQuizForm,
  title: ({ more }) => more.title,
  context: ({ more }) => more.context,
  submit: 'Make a copy',
  cancelHref: ({ at }) => schoolPaths.quiz(at),
  known: ({ more }) => more.known,
})
