import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { bankAccountOf, isSameAccount } from '~/models/core/schools/bank-account'
import { hostelForm, hostelRefusals } from '~/models/money/hostels/hostel-fields'
import { hostels } from '~/models/money/hostels/hostels.server'

export const handle = pageTitle(() => 'Edit hostel', { hasForm: true })

const page = editing({
  ...hostels,
  may: 'hostels:edit',
  // A change of the bank account requires the password even if it was entered recently, since families pay into it.
  asksPassword: (_staff, typedValues, stored) =>
    (!typedValues || !isSameAccount(typedValues, bankAccountOf(stored as typeof typedValues))) && 'always',
  refusals: hostelRefusals,
  updated: schoolPaths.hostel,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: hostelForm,
  passwordHint: 'Needed when the bank account changes',
  cancelHref: ({ at }) => schoolPaths.hostel(at),
})
