import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { counted } from '~/models/core/shared/counted'
import { copyExamForm, copyExamRefusals } from '~/models/learning/exams/exam-fields'
import { findExam } from '~/models/learning/exams/exam-queries.server'
import { copyExamSchema } from '~/models/learning/exams/exam-schema.server'
import { copyExam } from '~/models/learning/exams/exams.server'
import { examChoices } from './__choices.server'

export const handle = pageTitle(() => 'Copy exam', { hasForm: true })

const page = creating({
  may: 'exams:edit',
  form: copyExamForm,
  schema: copyExamSchema,
  within: findExam,
  more: async ({ name, className, sessionName }, scope) => ({
    title: `Copy ${name}`,
    context: `${className}, ${sessionName}`,
    known: await examChoices(scope),
  }),
  start: async (_scope, _query, _staff, { name, academicSession, startsOn }) => ({ name, academicSession, startsOn }),
  create: (scope, _formKey, values, at) => copyExam(scope, at, values),
  refusals: copyExamRefusals,
  created: () => schoolPaths.exams,
  message: (_, { value: { made, left } }) =>
    `${counted(made, 'exam')} created.${left.length === 0 ? '' : ` Not copied: ${left.join(', ')}.`}`,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: copyExamForm,
  title: ({ more }) => more.title,
  context: ({ more }) => more.context,
  submit: 'Make copies',
  cancelHref: ({ at }) => schoolPaths.exam(at),
  known: ({ more }) => more.known,
  above: (
    <p className="soft">
      The copy has the same papers, with their times, rooms and marks; all dates move with the first one. A class gets
      only the subjects that it studies.
    </p>
  ),
})
