import { field, form } from '~/kit/forms/fields'
import { restoreReasonLength } from './options'

const reason = field.line('Reason', restoreReasonLength, {
  required: 'Enter the reason',
  min: 3,
  control: { autoComplete: 'off' },
})

export const restoreRunForm = form('restore', { reason })

export const restoreStudentForm = form(
  'restore',
  { reason },
  {
    keepNewer: field.tick(
      'Keep the current data and restore the rest. The older data that it replaced is then lost for good',
    ),
  },
)
