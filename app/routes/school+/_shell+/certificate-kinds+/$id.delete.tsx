import { pageTitle, schoolPaths } from '~/http/school-paths'
import { kinds } from '~/models/certificates/kinds.server'
import { deleting } from '~/office/delete.server'
import { DeletePage } from '~/office/delete-page'

export const handle = pageTitle(() => 'Delete a kind of certificate')

const page = deleting({
  ...kinds,
  may: 'settings:edit',
  obstacle: (kind) => (kind.certificates > 0 ? 'in-use' : null),
  refusals: { 'in-use': 'Certificates of this kind exist, so it is kept with them and their numbers.' },
  removed: () => schoolPaths.certificateKinds,
})
export const loader = page.loader
export const action = page.action

export default function DeleteCertificateKindPage() {
  return (
    <DeletePage<typeof loader>
      consequence="No certificate of this kind exists. It will be deleted permanently."
      backHref={schoolPaths.editCertificateKind}
    />
  )
}
