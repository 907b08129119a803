import { maxSecurityDetailLength, type SecurityKind } from './security-options'

export type SecurityDetails = Record<string, string | number | boolean | null>

/** Actions of the audit log that are also security events. */
const kindOfAction: Readonly<Record<string, SecurityKind>> = {
  'sessions.ended': 'signed-out-everywhere',
  'session.ended': 'session-ended',
  'sign-in-change.undone': 'sign-in-change-undone',
  'second-factor.set-up': 'second-factor-set-up',
  'second-factor.turned-off': 'second-factor-removed',
  'second-factor.taken-away': 'second-factor-removed',
  'second-factor.demanded': 'second-factor-demanded',
  'passkey.added': 'passkey-added',
  'passkey.removed': 'passkey-removed',
  'recovery-code.used': 'recovery-code-used',
  'password.changed': 'password-changed',
  'password.chosen': 'password-chosen',
  'password.reset': 'password-reset',
  'password.first-again': 'first-password-again',
  'email.change-asked': 'email-change-asked',
  'staff.invited': 'staff-invited',
  'staff.invited-again': 'staff-invited',
  'staff.deactivated': 'sign-in-closed',
  'staff.restored': 'sign-in-restored',
  'student.deactivated': 'sign-in-closed',
  'student.restored': 'sign-in-restored',
}

/** Maps an audit entry to security events, with the facts that they keep: never a name or an address. */
export function eventsOfAudit(
  action: string,
  details: SecurityDetails = {},
): Array<{ kind: SecurityKind; details: SecurityDetails }> {
  const kind = Object.hasOwn(kindOfAction, action) ? kindOfAction[action] : undefined
  if (kind) return [{ kind, details: typeof details.role === 'string' ? { role: details.role } : {} }]
  if (action === 'student.updated') {
    const changed = String(details.changed ?? '').split(' ')
    return [
      ...(changed.includes('email') ? [{ kind: 'email-changed' as const, details: {} }] : []),
      ...(changed.includes('mobile_number') ? [{ kind: 'mobile-changed' as const, details: {} }] : []),
    ]
  }
  if (action !== 'staff.updated') return []
  const { role = null, roleBefore = null, email, emailBefore } = details
  return [
    ...(role === roleBefore ? [] : [{ kind: 'role-changed' as const, details: { role, roleBefore } }]),
    ...(email === emailBefore ? [] : [{ kind: 'email-changed' as const, details: {} }]),
  ]
}

/** Serialises details as JSON, with each text truncated. */
export function keptDetails(details: SecurityDetails): string {
  return JSON.stringify(details, (_name, value: unknown) =>
    typeof value === 'string' ? [...value].slice(0, maxSecurityDetailLength).join('') : value,
  )
}
