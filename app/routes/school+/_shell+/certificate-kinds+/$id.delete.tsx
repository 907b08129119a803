import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { kinds } from '~/models/learning/certificates/kinds.server'

export const handle = pageTitle(() => 'Delete a type of certificate')

const page = deleting({
  ...kinds,
  may: 'settings:edit',
  obstacle: (kind) => (kind.certificates > 0 ? 'in-use' : kind.requests > 0 ? 'asked-for' : null),
  consequence: 'No certificate of this type exists. It will be deleted permanently.',
  refusals: {
    'in-use': 'Certificates of this type exist, so it is kept with them and their numbers.',
    'asked-for':
      'Families have requested this type, and their requests are kept. To stop further requests, edit it and untick “Families may ask for it online”.',
  },
  backHref: schoolPaths.editCertificateKind,
  removed: () => schoolPaths.certificateKinds,
})
export const loader = page.loader
export const action = page.action

export default DeletePage
