import { remarksLength } from './decision-options'
import { field, form } from './fields'

/** Nothing but whether. */
export const question = form('question')

/** Why something is taken back or refused. */
export const reasonForm = form('reason', {
  reason: field.line('Reason', 200, { required: 'Enter the reason', least: 3, control: { autoComplete: 'off' } }),
})

const hint = 'The student will read it with the application'

/** Remarks with a decision about a student's application. */
export const remarksForm = form('remarks', { remarks: field.lines('Remarks', remarksLength, { hint }) })

/** The same where the student has to be told why. */
export const remarkedReasonForm = form('reason', {
  remarks: field.lines('Reason', remarksLength, { hint, required: 'Enter the reason', least: 3 }),
})
