import { pageTitle, schoolPaths } from '~/http/school-paths'
import { hostelForm, hostelRefusals } from '~/models/hostels/hostel-fields'
import { hostels } from '~/models/hostels/hostels.server'
import { isSameAccount, noBankAccount } from '~/models/schools/bank-account'
import { creating } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Add hostel', { hasForm: true })

const page = creating({
  ...hostels,
  may: 'hostels:edit',
  // A recent password does not suffice, since families pay into the account.
  asksPassword: (_staff, typed) => (!typed || !isSameAccount(typed, noBankAccount)) && 'always',
  refusals: hostelRefusals,
  created: schoolPaths.hostel,
  message: 'Now add its rooms.',
})
export const loader = page.loader
export const action = page.action

export default function NewHostelPage() {
  return (
    <FormPage
      form={hostelForm}
      context="Its rooms and a picture are added once it is saved."
      passwordHint="Needed when a bank account is entered"
      cancelHref={schoolPaths.hostels}
    />
  )
}
