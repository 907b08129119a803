import { field, form } from '~/kit/forms/fields'
import { holdReasonLength } from './options'

/** A blank reason ends the hold. */
export const holdForm = form('hold', {
  reason: field.line('Reason for keeping the data', holdReasonLength, {
    hint: 'Such as a dispute or a court order. Leave blank to end the hold.',
  }),
})
