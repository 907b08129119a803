/** All kinds of security events, by the groups on the owner's page. */
export const securityGroups = {
  'sign-in': [
    'signed-in',
    'account-chosen',
    'wrong-password',
    'slowed',
    'birth-date-alarm',
    'signed-out',
    'signed-out-everywhere',
    'session-ended',
    'wrong-code',
    'recovery-code-used',
  ],
  password: [
    'password-changed',
    'password-chosen',
    'reset-asked',
    'password-reset',
    'first-password-again',
    'email-change-asked',
    'email-changed',
    'mobile-changed',
    'sign-in-change-undone',
    'second-factor-set-up',
    'second-factor-removed',
    'passkey-added',
    'passkey-removed',
  ],
  rights: ['staff-invited', 'role-changed', 'sign-in-closed', 'sign-in-restored', 'second-factor-demanded'],
  refused: ['permission-refused', 'foreign-origin', 'tampered', 'forged-payment', 'operator-refused'],
  download: ['downloaded'],
} as const

export type SecurityGroup = keyof typeof securityGroups
export type SecurityKind = (typeof securityGroups)[SecurityGroup][number]

export const securityGroupNames = Object.keys(securityGroups) as SecurityGroup[]

/** Kinds worth investigating: warnings in the process log. */
export const badSecurityKinds: ReadonlySet<SecurityKind> = new Set<SecurityKind>([
  'wrong-password',
  'wrong-code',
  'slowed',
  'birth-date-alarm',
  ...securityGroups.refused,
])

/** Maximum length of one text in the details, in characters. */
export const maxSecurityDetailLength = 200
