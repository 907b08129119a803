import { field, form } from '~/models/shared/fields'
import { restoreReasonLength } from './options'

const reason = field.line('Reason', restoreReasonLength, {
  required: 'Enter the reason',
  least: 3,
  control: { autoComplete: 'off' },
})

/** Why a whole run is put back. */
export const restoreRunForm = form('restore', { reason })

/** Why the data of one student is put back, and whether what was entered since stays. */
export const restoreStudentForm = form(
  'restore',
  { reason },
  {
    keepNewer: field.tick(
      'Keep what is there now, and put back the rest. What stood there before is then gone for good',
    ),
  },
)
