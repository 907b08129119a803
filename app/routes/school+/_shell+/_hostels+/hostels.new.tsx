import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { isSameAccount, noBankAccount } from '~/models/core/schools/bank-account'
import { hostelForm, hostelRefusals } from '~/models/money/hostels/hostel-fields'
import { hostels } from '~/models/money/hostels/hostels.server'

export const handle = pageTitle(() => 'Add hostel', { hasForm: true })

const page = creating({
  ...hostels,
  may: 'hostels:edit',
  // A bank account requires the password even if it was entered recently, since families pay into the account.
  asksPassword: (_staff, typedValues) => (!typedValues || !isSameAccount(typedValues, noBankAccount)) && 'always',
  refusals: hostelRefusals,
  created: schoolPaths.hostel,
  message: 'Now add its rooms.',
})
export const loader = page.loader
export const action = page.action

export default formPage({
  form: hostelForm,
  context: 'Its rooms and a picture are added once it is saved.',
  passwordHint: 'Needed when a bank account is entered',
  cancelHref: schoolPaths.hostels,
})
