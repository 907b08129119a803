import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { counted } from '~/models/core/shared/counted'
import { guardians } from '~/models/people/guardians/guardians.server'

export const handle = pageTitle(() => 'Delete guardian')

const page = deleting({
  ...guardians,
  may: 'students:edit',
  consequence: ({ links, isActivated }) =>
    `${links === 0 ? 'No child is entered.' : `The rights for ${counted(links, 'child', 'children')} end with it.`} ${isActivated ? 'It was activated: the person loses access to this school.' : 'It was never activated.'}`,
  refusals: {
    'has-acted':
      'This guardian’s actions, such as a consent, must be kept. Remove the rights instead: untick them for each child. If someone else has activated the account, close its access.',
    'shut-out':
      'A student aged 18 has blocked this guardian; the block is kept. Untick the rights for the other children instead.',
  },
  backHref: schoolPaths.guardian,
  removed: () => schoolPaths.guardians,
})
export const loader = page.loader
export const action = page.action

export default DeletePage
