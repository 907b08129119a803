import { field, form } from '~/models/shared/fields'
import { leavingReasonLength, statusNames } from './status-options'

const { left: _, ...statuses } = statusNames

/** What a student is to become, so that two clerks who are asked the same do not undo each other. */
export const studentStatusForm = form('status', {
  status: field.choice('Status', statuses, { required: 'Select a valid status', isHidden: true }),
})

/** The question whether a student goes back to the first password: nothing is typed, its key makes two presses one. */
export const firstPasswordForm = { ...form('reset', { form_key: field.line('', 40, { required: true }) }), rows: [] }

/**
 * Everything that is settled when somebody leaves. `shown_for` is the day that the page's ticks were made for: another day wants another look
 * at the dues.
 */
export const leaveForm = form(
  'leave',
  { left_on: field.day('Leaving date', { required: true }) },
  { reason: field.line('Reason', leavingReasonLength, { required: true }) },
  {
    means_day: field.tick('The date is right: the payment came after the student had left'),
    shown_for: field.line('', 10),
    cancel: field.things('Dues', { calledBy: 'dues', invalid: 'Select a valid due' }),
  },
)
