import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf } from '~/kit/forms/fields'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { newSchemeForm, newSchemeRefusals } from '~/models/learning/report-cards/scheme-fields'
import { createScheme } from '~/models/learning/report-cards/schemes.server'
import { classChoices, sessionChoices } from '~/models/people/academics/queries.server'

export const handle = pageTitle(() => 'Add scheme', { hasForm: true })

const page = creating({
  may: 'exams:edit',
  form: newSchemeForm,
  more: async (_, scope) => {
    const [sessions, classes] = await Promise.all([sessionChoices(scope), classChoices(scope)])
    return { academicSession: { options: choicesOf(sessions) }, classes: { options: choicesOf(classes) } }
  },
  start: (_scope, _query, _staff, _parent, more) => ({
    academicSession: more.academicSession.options[0]?.value ?? '',
    template: 'cbse-6-8' as const,
  }),
  create: createScheme,
  refusals: newSchemeRefusals,
  created: (schemeId) => schoolPaths.editReportScheme(schemeId),
  message: 'Look at its terms, components and grades, and change what your school does differently.',
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: newSchemeForm,
  context: 'Its terms, components and grades come next.',
  cancelHref: schoolPaths.reportSchemes,
  known: ({ more }) => more,
})
