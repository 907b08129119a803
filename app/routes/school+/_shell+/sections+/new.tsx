import { useLoaderData } from '@remix-run/react'
import { ButtonLink, EmptyState, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { sectionForm, sectionRefusals } from '~/models/academics/academic-fields'
import { classChoices } from '~/models/academics/queries.server'
import { sections } from '~/models/academics/sections.server'
import { teacherChoices } from '~/models/academics/teachers.server'
import { publicIdOf } from '~/models/shared/public-id.server'
import { creating } from '~/office/form.server'
import { FormPage } from '~/office/form-page'
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
        action={<ButtonLink href={schoolPaths.newClass}>Add class</ButtonLink>}
      />
    </>
  )
}
