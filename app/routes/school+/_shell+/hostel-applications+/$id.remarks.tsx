import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { saveRemarks } from '~/models/hostels/save-remarks.server'
import { remarksForm } from '~/models/shared/decision-fields'
import { deciding } from '~/office/decision.server'
import { DecisionPage } from '~/office/decision-page'
import { ofApplication } from './__hostel-application.server'

export const handle = pageTitle(() => 'Remarks on the application', { hasForm: true })

const page = deciding({
  ...ofApplication,
  form: remarksForm,
  opened: ({ adminRemarks }) => ({ remarks: adminRemarks }),
  more: ({ studentName }) => studentName,
  decide: (scope, id: string, { remarks }) => saveRemarks(scope, id, remarks),
  refusals: {},
})
export const loader = page.loader
export const action = page.action

export default function HostelRemarksPage() {
  return (
    <DecisionPage<typeof loader>
      form={remarksForm}
      title="Remarks on the application"
      context={({ more }) => more}
      submit="Save Changes"
      backHref={({ at }) => schoolPaths.hostelApplication(at)}
    >
      <p>No notice is sent for remarks. Empty remarks are removed.</p>
    </DecisionPage>
  )
}
