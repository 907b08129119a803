import { Alert, LinkParagraph } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { guardianForm } from '~/models/people/guardians/guardian-fields'
import { guardians } from '~/models/people/guardians/guardians.server'

export const handle = pageTitle(() => 'Edit guardian', { hasForm: true })

const page = editing({
  ...guardians,
  may: 'students:edit',
  more: ({ isActivated }) => ({ isActivated }),
  refusals: {},
  updated: schoolPaths.guardian,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: guardianForm,
  cancelHref: ({ at }) => schoolPaths.guardian(at),
  deleteHref: ({ at }) => schoolPaths.deleteGuardian(at),
  above: ({ at, more }) =>
    more.isActivated ? (
      <Alert tone="info" title="An account exists">
        <p>
          A different number or e-mail here does not change the account: its user can still sign in. If the user is not
          the guardian, close the account’s access.
        </p>
        <LinkParagraph href={schoolPaths.closeGuardianAccess(at)} label="Close this account’s access" />
      </Alert>
    ) : null,
})
