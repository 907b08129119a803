import { isPublicId } from '~/models/core/shared/public-id.server'

const maxTextLength = 40

/**
 * Rows of a posted grid of marks, by the public id in their field names; `readField` reads the other fields of a row.
 */
export function postedMarks(form: FormData) {
  // Counts a repeated name once.
  return [...new Set(form.keys())].flatMap((name) => {
    const id = /^marks-(.+)$/.exec(name)?.[1]
    if (!isPublicId(id)) return []
    const readField = (prefix: string) => String(form.get(`${prefix}-${id}`) ?? '').slice(0, maxTextLength)
    return [{ id, text: readField('marks'), seen: readField('seen'), typed: readField }]
  })
}
