import { useLoaderData } from '@remix-run/react'
import { ButtonLink, EmptyState, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { FormPage } from '~/kit/pages/form-page'
import { publicIdOf } from '~/models/core/shared/public-id.server'
import { sectionForm, sectionRefusals } from '~/models/people/academics/academic-fields'
import { classChoices } from '~/models/people/academics/queries.server'
import { sections } from '~/models/people/academics/sections.server'
import { teacherChoices } from '~/models/people/academics/teachers.server'
import { knownOfSection } from './__known'

export const handle = pageTitle(() => 'Add section', { hasForm: true })

const page = creating({
  ...sections,
  may: 'academics:edit',
  more: async (_, scope) => ({ classes: await classChoices(scope), teachers: await teacherChoices(scope) }),
  start: async (_, query) => ({ class: publicIdOf(query, 'class') }),
  refusals: sectionRefusals,
  created: () => schoolPaths.sections,
})
export const loader = page.loader
export const action = page.action

export default function NewSectionPage() {
  const { more } = useLoaderData<typeof loader>()
  if (more.classes.length > 0) {
    return <FormPage form={sectionForm} cancelHref={schoolPaths.sections} known={knownOfSection(more)} />
  }
  return (
    <>
      <PageHead title="Add section" />
      <EmptyState
        icon="school"
        title="First add a class"
        text="A section belongs to a class, and there is no class yet."
        action={<ButtonLink href={schoolPaths.newClass} label="Add class" />}
      />
    </>
  )
}
