import { choicesOf, type Option } from '~/kit/forms/fields'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { classChoices, sessionChoices } from '~/models/people/academics/queries.server'

export async function yearChoices(scope: SchoolScope): Promise<{ sessions: Option[]; classes: Option[] }> {
  const [sessions, classes] = await Promise.all([sessionChoices(scope), classChoices(scope)])
  return { sessions: choicesOf(sessions), classes: choicesOf(classes) }
}
