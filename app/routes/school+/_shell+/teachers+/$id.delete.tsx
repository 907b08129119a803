import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { counted } from '~/models/core/shared/counted'
import { obstacleToDeleting } from '~/models/people/academics/rules'
import { teachers } from '~/models/people/academics/teachers.server'
import { teacherForms } from './__teacher.server'

export const handle = pageTitle(() => 'Delete teacher')

const page = deleting({
  ...teacherForms,
  find: teachers.find,
  called: ({ name }) => name,
  obstacle: ({ name, sectionNames, days, lessons }) => {
    const words = sectionNames
      ? `${name} is class teacher of ${sectionNames}. Choose another class teacher there first, or deactivate ${name} instead.`
      : days > 0
        ? `${name} is recorded as class teacher in the attendance of ${counted(days, 'day')}. Deactivate ${name} instead.`
        : obstacleToDeleting(name, { lessons })
    return { words }
  },
  consequence:
    'The teacher will be deleted permanently. If the teacher is only leaving the school, deactivate instead. A sign-in remains until the owner removes it.',
  refusals: { 'in-use': 'This teacher is now used in other records.' },
  backHref: schoolPaths.teacher,
  removed: () => schoolPaths.teachers,
})
export const loader = page.loader
export const action = page.action

export default DeletePage
