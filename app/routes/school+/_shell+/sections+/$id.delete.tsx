import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { classSection, obstacleToDeleting } from '~/models/people/academics/rules'
import { sections } from '~/models/people/academics/sections.server'

export const handle = pageTitle(() => 'Delete section')

const page = deleting({
  ...sections,
  may: 'academics:edit',
  called: ({ className, name }) => classSection(className, name),
  obstacle: (section) => ({ words: obstacleToDeleting(classSection(section.className, section.name), section) }),
  consequence: 'No student is or was enrolled in it. It will be deleted permanently.',
  refusals: { 'in-use': 'A student has been enrolled in it since.' },
  backHref: schoolPaths.section,
  removed: () => schoolPaths.sections,
})
export const loader = page.loader
export const action = page.action

export default DeletePage
