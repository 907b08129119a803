import { field, form } from '~/kit/forms/fields'
import { restoreReasonLength } from './options'

const reason = field.line('Reason', restoreReasonLength, {
  required: 'Enter the reason',
  least: 3,
  control: { autoComplete: 'off' },
})

/** Reason for restoring a whole run. */
export const restoreRunForm = form('restore', { reason })

/** Reason for restoring one student's data, and whether newer values stay. */
export const restoreStudentForm = form(
  'restore',
  { reason },
  { keepNewer: field.tick('Keep the current data and restore the rest. The replaced data is then lost for good') },
)
