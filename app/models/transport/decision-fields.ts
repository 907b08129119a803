import { remarksForm } from '~/models/shared/decision-fields'
import { field, form } from '~/models/shared/fields'

const remarks = remarksForm.fields
const run = { placeholder: 'Choose later' }

/** The first day of travel, and the run on which a seat is held where it is known. */
export const approvalForm = form(
  'approval',
  { startsOn: field.day('First day of travel', { required: 'Enter the date' }) },
  { run: field.thing('Route and vehicle', { ...run, hint: 'A seat is held from now on; it can also be chosen later' }) },
  remarks,
)
