import { recordSecurityEvents } from '~/models/audit/record-security-event.server'

interface Tried {
  kind: 'student' | 'staff' | 'applicant'
  id: number
  schoolId: number
}

/**
 * Tells the security log of a sign-in that was refused, each account and registration that was found for the name. A name that nobody has
 * costs as much: one statement too.
 * @param typed the name as it was typed, in small letters
 */
export function recordFailedSignIn(
  tried: readonly Tried[],
  typed: string,
  kind: 'wrong-password' | 'slowed',
): Promise<void> {
  if (tried.length === 0) return recordSecurityEvents([{ schoolId: null, kind, unknownName: typed }])
  return recordSecurityEvents(
    tried.map((account) => ({ schoolId: account.schoolId, kind, subject: { kind: account.kind, id: account.id } })),
  )
}
