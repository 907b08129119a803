import type { SecurityGroup, SecurityKind } from '~/models/audit/security-options'

/** What happened, in the words of the owner's list. */
export const securityKindWords: Record<SecurityKind, string> = {
  'signed-in': 'Signed in',
  'account-chosen': 'Signed in, chosen among several',
  'wrong-password': 'Wrong password',
  slowed: 'Had to wait after wrong passwords',
  'birth-date-alarm': 'Birth dates tried on many students',
  'signed-out': 'Signed out',
  'signed-out-everywhere': 'Signed out everywhere',
  'session-ended': 'Sign-in on another device ended',
  'wrong-code': 'Wrong code at the second step',
  'recovery-code-used': 'Recovery code used',
  'password-changed': 'Password changed',
  'password-chosen': 'First password chosen',
  'reset-asked': 'Asked for a new password',
  'password-reset': 'New password set by a mailed link',
  'first-password-again': 'Given back to the first password',
  'email-change-asked': 'Asked for another e-mail',
  'email-changed': 'E-mail changed',
  'mobile-changed': 'Mobile number changed',
  'sign-in-change-undone': 'Change of e-mail or mobile number undone',
  'second-factor-set-up': 'Two-step sign-in set up',
  'second-factor-removed': 'Two-step sign-in removed',
  'second-factor-demanded': 'Two-step sign-in demanded or not',
  'staff-invited': 'Invited to the office',
  'role-changed': 'Role changed',
  'sign-in-closed': 'Sign-in taken away',
  'sign-in-restored': 'Sign-in given back',
  'permission-refused': 'Page refused: no permission',
  'foreign-origin': 'Form from a foreign page refused',
  tampered: 'Changed cookie or form refused',
  'forged-payment': 'Payment message that was not genuine',
  downloaded: 'File downloaded',
}

export const securityGroupWords: Record<SecurityGroup, string> = {
  'sign-in': 'Sign-in and sign-out',
  password: 'Passwords and e-mails',
  rights: 'Rights of staff and students',
  refused: 'Refused',
  download: 'Downloads',
}
