import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { takeFactorAway } from '~/models/people/accounts/second-factor/second-factor.server'
import { findStaffUser } from '~/models/people/accounts/staff/staff-queries.server'

export const handle = pageTitle(() => 'Two-step sign-in of a colleague', { hasForm: true })

const refusals = {
  'own-factor': 'Turn your own off under My account, with a code.',
  'has-none': 'Two-step sign-in is not on.',
}

const page = deciding({
  may: 'staff:edit',
  find: (scope, at: string) => findStaffUser(scope, at),
  more: ({ id, name }, { staffId }) => ({ name, isSelf: id === staffId }),
  obstacle: ({ hasFactor }, { isSelf }) => (isSelf ? refusals['own-factor'] : hasFactor ? null : refusals['has-none']),
  asksPassword: true,
  decide: takeFactorAway,
  refusals,
  decided: schoolPaths.editStaff,
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  title: ({ more }) => `Turn off two-step sign-in of ${more.name}?`,
  submit: 'Turn off',
  isDangerous: true,
  backHref: ({ at }) => schoolPaths.editStaff(at),
  explanation: ({ more: { name } }) => (
    <p>{`Do this when the phone is lost, and only after you have spoken with ${name}. After that the password alone opens the account. ${name} is signed out everywhere and informed by mail.`}</p>
  ),
})
