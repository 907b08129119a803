import { field, form } from '~/kit/forms/fields'
import { leavingReasonLength, studentStatusNames } from './status-options'

const { left: _, ...statuses } = studentStatusNames

/**
 * Form of a student's status. It submits the new status instead of a toggle, so that two clerks who do the same do not
 * undo each other.
 */
export const studentStatusForm = form('status', {
  status: field.choice('Status', statuses, { required: 'Select a valid status', isHidden: true }),
})

/** Confirms resetting a student to the first password; the idempotency key makes two clicks one reset. */
export const firstPasswordForm = { ...form('reset', { form_key: field.line('', 40, { required: true }) }), rows: [] }

/**
 * Form for a student who leaves. `shownFor` is the day for which the page showed the dues: for another leaving date,
 * the dues must be shown again.
 */
export const leaveForm = form(
  'leave',
  { leftOn: field.day('Leaving date', { required: true }) },
  { reason: field.line('Reason', leavingReasonLength, { required: true }) },
  {
    meansDay: field.tick('The date is right: the payment was made after the student had left'),
    shownFor: field.line('', 10),
    cancel: field.things('Dues', { calledBy: 'dues', invalid: 'Select a valid due' }),
  },
)
