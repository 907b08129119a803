import { pageTitle, schoolPaths } from '~/http/school-paths'
import { obstacleToDeleting } from '~/models/academics/rules'
import { subjects } from '~/models/academics/subjects.server'
import { deleting } from '~/office/delete.server'
import { DeletePage } from '~/office/delete-page'

export const handle = pageTitle(() => 'Delete subject')

const page = deleting({
  ...subjects,
  may: 'academics:edit',
  obstacle: ({ name, classes, ...dependents }) => ({
    words: obstacleToDeleting(name, { ...dependents, classes: classes.length }),
  }),
  refusals: { 'in-use': 'A class studies it now.' },
  removed: () => schoolPaths.subjects,
})
export const loader = page.loader
export const action = page.action

export default function DeleteSubjectPage() {
  return (
    <DeletePage<typeof loader>
      consequence="No class studies it and no exam has a paper in it. It will be deleted permanently."
      backHref={schoolPaths.subject}
    />
  )
}
