import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { sectionForm, sectionRefusals } from '~/models/people/academics/academic-fields'
import { classSection } from '~/models/people/academics/rules'
import { sections } from '~/models/people/academics/sections.server'
import { teacherChoices } from '~/models/people/academics/teachers.server'
import { knownOfSection } from './__known'

export const handle = pageTitle(() => 'Edit section', { hasForm: true })

const page = editing({
  ...sections,
  may: 'academics:edit',
  more: async (section, scope) => ({
    classes: [{ publicId: section.class, name: section.className }],
    teachers: await teacherChoices(scope),
  }),
  refusals: sectionRefusals,
  updated: schoolPaths.section,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: sectionForm,
  title: ({ more, values }) => classSection(more.classes[0]?.name ?? '', String(values.name)),
  cancelHref: ({ at }) => schoolPaths.section(at),
  deleteHref: ({ at }) => schoolPaths.deleteSection(at),
  known: ({ more }) => {
    const fieldSettings = knownOfSection(more)
    return { ...fieldSettings, class: { ...fieldSettings.class, hint: 'A section stays in its class.' } }
  },
})
