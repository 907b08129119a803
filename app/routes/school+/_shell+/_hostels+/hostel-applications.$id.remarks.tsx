import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { savedRemarksForm } from '~/models/money/hostels/decide/decision-fields'
import { saveRemarks } from '~/models/money/hostels/decide/save-remarks.server'
import { decisionPageOptions } from './__hostel-application.server'

export const handle = pageTitle(() => 'Remarks on the application', { hasForm: true })

const page = editing({
  may: decisionPageOptions.may,
  form: savedRemarksForm,
  find: decisionPageOptions.find,
  more: ({ studentName }) => studentName,
  update: saveRemarks,
  refusals: {},
  updated: schoolPaths.hostelApplication,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: savedRemarksForm,
  title: 'Remarks on the application',
  context: ({ more }) => more,
  above: <p>The student is not notified of remarks. To remove them, leave the field empty.</p>,
  cancelHref: ({ at }) => schoolPaths.hostelApplication(at),
})
