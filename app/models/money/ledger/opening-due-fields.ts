import { field, form } from '~/kit/forms/fields'
import { MAX_AMOUNT_PAISE } from '~/models/core/shared/money'

/** Correction of an opening due for which no money was received. */
export const openingDueForm = form('due', {
  amountPaise: field.money('Amount', { required: 'Enter the amount', min: 1, max: MAX_AMOUNT_PAISE }),
  dueOn: field.day('Due date', { required: 'Enter the due date' }),
})
