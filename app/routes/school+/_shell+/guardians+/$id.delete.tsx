import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { counted } from '~/models/people/academics/rules'
import { guardians } from '~/models/people/guardians/guardians.server'

export const handle = pageTitle(() => 'Delete guardian')

const page = deleting({
  ...guardians,
  may: 'students:edit',
  consequence: ({ links, isActivated }) =>
    `${links === 0 ? 'No child is entered.' : `The rights with ${counted(links, 'child', 'children')} end with it.`} ${isActivated ? 'It was activated: the person sees this school no more.' : 'It was never activated.'}`,
  refusals: {
    'has-acted':
      'Something that this guardian did is kept, such as a consent. Take the rights away instead: untick them for each child. Where somebody else has activated the account, close its access.',
    'shut-out':
      'A student of 18 has shut this guardian out, which is kept. Untick the rights with the other children instead.',
  },
  backHref: schoolPaths.guardian,
  removed: () => schoolPaths.guardians,
})
export const loader = page.loader
export const action = page.action

export default DeletePage
