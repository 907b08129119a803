import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { obstacleToDeleting } from '~/models/people/academics/rules'
import { sessions } from '~/models/people/academics/sessions.server'

export const handle = pageTitle(() => 'Delete academic session')

const page = deleting({
  ...sessions,
  may: 'academics:edit',
  called: ({ name }) => `Academic session ${name}`,
  obstacle: (session) => ({ words: obstacleToDeleting(session.name, session) }),
  consequence: 'Nothing is recorded in this session. It will be deleted permanently.',
  refusals: {
    'in-use': 'It is now used in other records.',
    current: 'It is the current session; make another one current first.',
  },
  backHref: schoolPaths.session,
  removed: () => schoolPaths.sessions,
})
export const loader = page.loader
export const action = page.action

export default DeletePage
