import { foundOr404 } from '~/http/route.server'
import { isPublicId } from '~/models/core/shared/public-id.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { findOwnApplication, type OwnApplication } from '~/models/money/hostels/apply/own-applications.server'

/** Returns the student's own application of a URL. @throws Response 404 for another student's */
export async function requireOwnApplication(scope: StudentScope, id: string | undefined): Promise<OwnApplication> {
  return foundOr404(isPublicId(id) ? await findOwnApplication(scope, id) : null)
}
