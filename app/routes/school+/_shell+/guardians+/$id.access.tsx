import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { DecisionPage } from '~/kit/pages/decision-page'
import { reasonForm } from '~/models/core/shared/decisions/decision-fields'
import { closeAccess, guardians } from '~/models/people/guardians/guardians.server'

export const handle = pageTitle(() => 'Close an account’s access', { hasForm: true })

const notActivated = 'Nobody has activated an account for this guardian.'

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
  message: 'The account opens nothing of this guardian any more. Check number and e-mail, then invite again.',
})
export const loader = page.loader
export const action = page.action

export default function CloseGuardianAccessPage() {
  return (
    <DecisionPage<typeof loader>
      form={reasonForm}
      title={({ more }) => `Close the access of the account of ${more.name}?`}
      context={({ more }) => more.reached}
      submit="Close this account’s access"
      isDangerous
      backHref={({ at }) => schoolPaths.guardian(at)}
    >
      <p>
        Whoever has activated it sees and pays nothing of this school any more, from now on and in every browser; an
        invitation that is open is void. The rights with the children stay as they are, and the guardian can be invited
        at once: first set the right number and e-mail. What was done with the account stays, such as consents: look
        through those of the children. The reason is kept in the audit log.
      </p>
    </DecisionPage>
  )
}
