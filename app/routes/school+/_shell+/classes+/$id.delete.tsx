import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { classes } from '~/models/people/academics/classes.server'
import { obstacleToDeleting } from '~/models/people/academics/rules'

export const handle = pageTitle(() => 'Delete class')

const page = deleting({
  ...classes,
  may: 'academics:edit',
  obstacle: ({ name, ...dependents }) => ({ words: obstacleToDeleting(name, dependents) }),
  consequence: 'It has no sections, students, fees or exams. It will be deleted permanently.',
  refusals: { 'in-use': 'It is now used in other records.' },
  backHref: schoolPaths.class,
  removed: () => schoolPaths.classes,
})
export const loader = page.loader
export const action = page.action

export default DeletePage
