import { field, form } from '~/kit/forms/fields'
import { remarksLength } from './decision-options'

/** Form without fields, for a plain confirmation. */
export const question = form('question')

/** Reason for a reversal or refusal. */
export const reasonForm = form('reason', {
  reason: field.line('Reason', 200, { required: 'Enter the reason', min: 3, control: { autoComplete: 'off' } }),
})

const hint = 'The student sees it with the application'

/** Remarks with a decision about a student's application. */
export const remarksForm = form('remarks', { remarks: field.lines('Remarks', remarksLength, { hint }) })

/** Reason that the student must receive. */
export const remarkedReasonForm = form('reason', {
  remarks: field.lines('Reason', remarksLength, { hint, required: 'Enter the reason', min: 3 }),
})
