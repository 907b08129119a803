import { field, form } from '~/kit/forms/fields'

/** Form that confirms an undo; its checkbox is required only if something must stay. */
export const undoForm = form('undo', {
  rest: field.tick('Take back the rest', { hint: 'What is listed above stays as it is.' }),
})
