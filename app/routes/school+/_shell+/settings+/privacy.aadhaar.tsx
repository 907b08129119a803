import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { countNumbers, keepLastFour } from '~/models/entry/retention/aadhaar.server'
import { lastFourSince } from '~/models/people/students/aadhaar.server'

export const handle = pageTitle(() => 'Aadhaar numbers', { hasForm: true })

const onAlready = 'The school already keeps only the last four digits.'

const page = deciding({
  may: 'settings:edit',
  find: async (scope) => ({ since: await lastFourSince(scope), numbers: await countNumbers(scope) }),
  more: ({ numbers }) => numbers,
  obstacle: ({ since }) => (since === null ? null : onAlready),
  // Requires the password even if it was entered recently: the removal is final at once (decision 57).
  asksPassword: 'always',
  decide: (scope) => keepLastFour(scope),
  refusals: { 'on-already': onAlready },
  decided: () => schoolPaths.privacySettings,
  message: 'Only the last four digits are kept from now on.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  title: 'Keep the last four digits of Aadhaar only',
  context: ({ more }) => `${more} full numbers are kept, sealed, today.`,
  submit: 'Keep the last four digits only',
  isDangerous: true,
  backHref: schoolPaths.privacySettings,
  explanation: (
    <p>
      Forms and imports still accept a full number, check it, and keep its last four digits. The stored numbers are
      shortened in the background, and waiting imports of students must be uploaded again. This cannot be undone.
    </p>
  ),
})
