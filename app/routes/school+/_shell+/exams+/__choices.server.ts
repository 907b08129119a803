import { classChoices, sessionChoices } from '~/models/academics/queries.server'
import { choicesOf } from '~/models/shared/fields'
import type { SchoolScope } from '~/models/shared/scope.server'

/** Options of the exam forms. */
export async function examChoices(scope: SchoolScope) {
  const [sessions, classes] = await Promise.all([sessionChoices(scope), classChoices(scope)])
  const ofClasses = { options: choicesOf(classes) }
  return { academicSession: { options: choicesOf(sessions) }, class: ofClasses, classes: ofClasses }
}
