import { choicesOf } from '~/kit/forms/fields'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { classChoices, sessionChoices } from '~/models/people/academics/queries.server'

export async function examChoices(scope: SchoolScope) {
  const [sessions, classes] = await Promise.all([sessionChoices(scope), classChoices(scope)])
  const ofClasses = { options: choicesOf(classes) }
  return { academicSession: { options: choicesOf(sessions) }, class: ofClasses, classes: ofClasses }
}
