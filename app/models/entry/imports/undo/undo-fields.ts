import { field, form } from '~/kit/forms/fields'

/** Confirmation of an undo; the tick is asked only where something must stay. */
export const undoForm = form('undo', {
  rest: field.tick('Take back the rest', { hint: 'What is listed above stays as it is.' }),
})
