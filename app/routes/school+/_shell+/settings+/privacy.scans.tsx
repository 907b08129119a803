import { DataTable } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { countScans, requestScanRemoval } from '~/models/entry/retention/aadhaar.server'
import { lastFourSince } from '~/models/people/students/aadhaar.server'

export const handle = pageTitle(() => 'Scans of Aadhaar cards', { hasForm: true })

const page = deciding({
  may: 'settings:edit',
  find: async (scope) => ({ since: await lastFourSince(scope), classes: await countScans(scope) }),
  more: ({ classes }) => classes,
  obstacle: ({ since, classes }) => {
    if (since === null) return 'First choose to keep the last four digits of Aadhaar only.'
    return classes.length === 0 ? 'There are no earlier scans.' : null
  },
  // Requires the password even if it was entered recently: the removal is final at once (decision 57).
  asksPassword: 'always',
  decide: (scope) => requestScanRemoval(scope),
  refusals: {},
  decided: () => schoolPaths.privacySettings,
  message: 'The scans are being removed.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  title: 'Remove scans of Aadhaar cards',
  context:
    'Scans from before the school kept only the last four digits. After the removal, each student’s page shows that the office has seen the card.',
  submit: 'Remove them all',
  isDangerous: true,
  backHref: schoolPaths.privacySettings,
  explanation: ({ more }) => (
    <>
      <DataTable
        caption="Scans of Aadhaar cards by class"
        columns={[
          { label: 'Class', role: 'title', cell: ({ className }) => className },
          { label: 'Scans', align: 'end', cell: ({ scans }) => scans },
        ]}
        rows={more}
        rowKey={({ className }) => className}
      />
      <p>The files are deleted. This cannot be undone.</p>
    </>
  ),
})
