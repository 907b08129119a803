import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { reasonForm } from '~/models/core/shared/decisions/decision-fields'
import { closeAccess, guardians } from '~/models/people/guardians/guardians.server'

export const handle = pageTitle(() => 'Close an account’s access', { hasForm: true })

const notActivated = 'No one has activated an account for this guardian.'

const page = deciding({
  may: 'students:edit',
  find: guardians.find,
  form: reasonForm,
  more: ({ name, mobileNumber, email }) => ({ name, reached: [mobileNumber, email].filter(Boolean).join(', ') }),
  obstacle: ({ isActivated }) => (isActivated ? null : notActivated),
  decide: (scope, at, { reason }) => closeAccess(scope, at, reason),
  refusals: { 'no-account': notActivated },
  decided: schoolPaths.guardian,
  title: 'Closed!',
  message: 'The account no longer has access as this guardian. Check number and e-mail, then invite again.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: reasonForm,
  title: ({ more }) => `Close account access for ${more.name}?`,
  context: ({ more }) => more.reached,
  submit: 'Close this account’s access',
  isDangerous: true,
  backHref: ({ at }) => schoolPaths.guardian(at),
  explanation: (
    <p>
      From now on the account cannot see or pay anything at this school, in any browser; open invitations are void. The
      rights for the children do not change, and the guardian can be invited again at once: set the right number and
      e-mail first. Consents given with the account stay: check those of the children. The reason is kept in the audit
      log.
    </p>
  ),
})
