import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { kinds } from '~/models/learning/certificates/kinds.server'

export const handle = pageTitle(() => 'Delete a kind of certificate')

const page = deleting({
  ...kinds,
  may: 'settings:edit',
  obstacle: (kind) => (kind.certificates > 0 ? 'in-use' : kind.requests > 0 ? 'asked-for' : null),
  consequence: 'No certificate of this kind exists. It will be deleted permanently.',
  refusals: {
    'in-use': 'Certificates of this kind exist, so it is kept with them and their numbers.',
    'asked-for':
      'Families have asked for this kind, and their requests are kept. So that nobody asks again, edit it and untick that families may ask.',
  },
  backHref: schoolPaths.editCertificateKind,
  removed: () => schoolPaths.certificateKinds,
})
export const loader = page.loader
export const action = page.action

export default DeletePage
