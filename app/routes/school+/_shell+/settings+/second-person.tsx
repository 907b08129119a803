import { Alert } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { limitRefusals, secondPersonForm } from '~/models/core/schools/second-person-fields'
import { findSettings } from '~/models/core/schools/settings.server'
import { daysOfTrust } from '~/models/people/accounts/staff/staff-options'
import { listSecondPersons } from '~/models/people/second-person/ask.server'
import { otherOwners, saveLimit } from '~/models/people/second-person/limit.server'

export const handle = pageTitle(() => 'Second person', { hasForm: true })

const page = editing({
  may: 'settings:edit',
  form: secondPersonForm,
  find: async (scope) => {
    const { secondPersonPaise, version } = await findSettings(scope)
    return { secondPersonPaise, version }
  },
  more: async (_settings, scope) => {
    const [owners, payers] = await Promise.all([
      otherOwners(scope),
      listSecondPersons(scope, 'payments:correct', scope.actor.id),
    ])
    return { owners, payers }
  },
  asksPassword: () => 'always',
  update: (scope, _at, version, { secondPersonPaise }) => saveLimit(scope, secondPersonPaise, version),
  refusals: limitRefusals,
  updated: () => schoolPaths.settings,
})
export const loader = page.loader
export const action = page.action

type Colleagues = ReadonlyArray<{ name: string; isTrusted: boolean }>

export default formPage<typeof loader>({
  form: secondPersonForm,
  title: 'Second person',
  context:
    'Large refunds and corrections wait until a second person agrees; so do changes to bank accounts and payment keys, and the removal of an owner.',
  cancelHref: schoolPaths.settings,
  above: ({ more }) => <WhoCould {...more} />,
})

/** Colleagues who could agree as second person, and the consequence if there is only one. */
function WhoCould({ owners, payers }: { owners: Colleagues; payers: Colleagues }) {
  const [only, ...others] = payers
  return (
    <Alert tone={owners.length > 1 ? 'info' : 'warn'} title="Who could be your second person">
      <p>{`For refunds and corrections: ${namesOf(payers)}.`}</p>
      <p>{`For bank accounts, payment keys and this amount: ${namesOf(owners)}.`}</p>
      {only && others.length === 0 ? (
        <p>{`Only one person may agree: while ${only.name} is away, nothing above the amount is paid out.`}</p>
      ) : null}
      {owners.length === 0 ? <p>{limitRefusals['nobody-else']}</p> : null}
      {owners.length === 1 && others.length > 0 ? (
        <p>{`While ${owners[0]?.name} is away, no bank account and no payment key can be changed.`}</p>
      ) : null}
    </Alert>
  )
}

const namesOf = (colleagues: Colleagues): string =>
  colleagues
    .map(({ name, isTrusted }) =>
      isTrusted ? name : `${name} (not before ${daysOfTrust} days with this account, role and e-mail)`,
    )
    .join(', ') || 'no one'
