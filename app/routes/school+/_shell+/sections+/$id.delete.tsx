import { pageTitle, schoolPaths } from '~/http/school-paths'
import { classSection, obstacleToDeleting } from '~/models/academics/rules'
import { sections } from '~/models/academics/sections.server'
import { deleting } from '~/office/delete.server'
import { DeletePage } from '~/office/delete-page'

export const handle = pageTitle(() => 'Delete section')

const page = deleting({
  ...sections,
  may: 'academics:edit',
  called: ({ className, name }) => classSection(className, name),
  obstacle: (section) => ({ words: obstacleToDeleting(classSection(section.className, section.name), section) }),
  refusals: { 'in-use': 'A student has been enrolled in it since.' },
  removed: () => schoolPaths.sections,
})
export const loader = page.loader
export const action = page.action

export default function DeleteSectionPage() {
  return (
    <DeletePage<typeof loader>
      consequence="No student is or was enrolled in it. It will be deleted permanently."
      backHref={schoolPaths.section}
    />
  )
}
