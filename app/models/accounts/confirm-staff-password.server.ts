import { done } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { proveOwnPassword } from './own-password.server'
import { confirmSession } from './sessions.server'

/** Asks a signed-in staff user for the password again, before keys, refunds and rights (decisions, section 1). */
export async function confirmStaffPassword(scope: SchoolScope, password: string, sessionToken: string) {
  const proof = await proveOwnPassword(scope, password)
  if (!proof.ok) return proof
  await confirmSession(scope, sessionToken)
  return done()
}
