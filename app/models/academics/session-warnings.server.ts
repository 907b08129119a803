import type { SchoolScope } from '~/models/shared/scope.server'
import { sessionChoices } from './queries.server'
import { sessionWarnings } from './rules'

/** What is odd about the days of a session beside the school's others. */
export async function warningsAbout(scope: SchoolScope, publicId: string): Promise<string[]> {
  const all = await sessionChoices(scope)
  const session = all.find((one) => one.publicId === publicId)
  return session
    ? sessionWarnings(
        session,
        all.filter((one) => one !== session),
      )
    : []
}
