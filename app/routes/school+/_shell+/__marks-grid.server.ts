import { isPublicId } from '~/models/core/shared/public-id.server'

const maxTextLength = 40

/**
 * Rows of a posted grid of marks, by the public id in their field names; a row's `typed` reads its other fields by
 * prefix.
 */
export function postedMarks(form: FormData) {
  // A field name that was posted twice counts once.
  return [...new Set(form.keys())].flatMap((name) => {
    const id = /^marks-(.+)$/.exec(name)?.[1]
    if (!isPublicId(id)) return []
    const readField = (prefix: string) => String(form.get(`${prefix}-${id}`) ?? '').slice(0, maxTextLength)
    return [{ id, text: readField('marks'), seen: readField('seen'), typed: readField }]
  })
}
