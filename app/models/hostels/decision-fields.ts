import { remarksForm } from '~/models/shared/decision-fields'
import { field, form } from '~/models/shared/fields'

/** The day on which a student moved in. */
export const checkInForm = form('move', { day: field.day('Moved in on', { required: 'Enter the date' }) })
/** The day on which a student moved out. */
export const checkOutForm = form('move', { day: field.day('Moved out on', { required: 'Enter the date' }) })

/** What the school remarks on an application, apart from any decision. */
export const savedRemarksForm = form('application', {
  adminRemarks: { ...remarksForm.fields.remarks, name: 'remarks' },
})
