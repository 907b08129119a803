import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { obstacleToDeleting } from '~/models/people/academics/rules'
import { subjects } from '~/models/people/academics/subjects.server'

export const handle = pageTitle(() => 'Delete subject')

const page = deleting({
  ...subjects,
  may: 'academics:edit',
  obstacle: ({ name, classes, ...dependents }) => ({
    words: obstacleToDeleting(name, { ...dependents, classes: classes.length }),
  }),
  consequence: 'No class studies it and no exam has a paper in it. It will be deleted permanently.',
  refusals: { 'in-use': 'A class studies it now.' },
  backHref: schoolPaths.subject,
  removed: () => schoolPaths.subjects,
})
export const loader = page.loader
export const action = page.action

export default DeletePage
