import { factWords } from '~/components/school/audit-words'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import type { SecurityGroup, SecurityKind } from '~/models/core/audit/security-options'
import { formatInstant, todayInIndia } from '~/models/core/shared/calendar'
import { listSecurityEvents } from '~/models/entry/dashboard/list-security-events.server'

export const handle = pageTitle(() => 'Sign-ins and devices')

const securityKindWords: Record<SecurityKind, string> = {
  'signed-in': 'Signed in',
  'account-chosen': 'Signed in after choosing an account',
  'wrong-password': 'Wrong password',
  slowed: 'Slowed down after wrong passwords',
  'birth-date-alarm': 'Many wrong dates of birth entered',
  'signed-out': 'Signed out',
  'signed-out-everywhere': 'Signed out everywhere',
  'session-ended': 'Sign-in on another device ended',
  'wrong-code': 'Wrong code at the second step',
  'recovery-code-used': 'Recovery code used',
  'password-changed': 'Password changed',
  'password-chosen': 'First password chosen',
  'reset-asked': 'Requested a new password',
  'password-reset': 'New password set through a mailed link',
  'first-password-again': 'Password reset to date of birth',
  'email-change-asked': 'Requested a change of e-mail',
  'email-changed': 'E-mail changed',
  'mobile-changed': 'Mobile number changed',
  'sign-in-change-undone': 'Change of e-mail or mobile number undone',
  'second-factor-set-up': 'Two-step sign-in set up',
  'second-factor-removed': 'Two-step sign-in removed',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'second-factor-demanded': 'Two-step sign-in requirement changed',
  'staff-invited': 'Invited to the office',
  'role-changed': 'Role changed',
  'sign-in-closed': 'Sign-in removed',
  'sign-in-restored': 'Sign-in restored',
  'permission-refused': 'Page refused: no permission',
  'foreign-origin': 'Form from another site refused',
  tampered: 'Tampered cookie or form refused',
  'forged-payment': 'Payment message refused: not genuine',
  'operator-refused': 'Wrong operator token',
  downloaded: 'File downloaded',
}

const securityGroupWords: Record<SecurityGroup, string> = {
  'sign-in': 'Sign-in and sign-out',
  password: 'Passwords and e-mails',
  rights: 'Rights of staff and students',
  refused: 'Refused',
  download: 'Downloads',
}

const persons = { staff: 'Staff', student: 'Students', applicant: 'Online registrations' }

const list: ListOf<typeof listSecurityEvents> = {
  path: schoolPaths.security,
  file: { path: schoolPaths.securityFile, name: () => `sign-ins-${todayInIndia(new Date())}.csv` },
  noun: 'event',
  may: 'security:view',
  search: { label: 'Search', placeholder: 'Name, device, address' },
  filters: {
    group: { label: 'What', any: 'Anything', options: optionsOf(securityGroupWords) },
    personKind: { label: 'Person', any: 'Anybody', options: optionsOf(persons) },
    from: { label: 'From', options: 'day' },
    to: { label: 'To', options: 'day' },
  },
  columns: [
    {
      label: 'What',
      role: 'title',
      value: (row) => securityKindWords[row.kind],
      cell: (row) => `${securityKindWords[row.kind]}${row.times === 1 ? '' : `, ${row.times} times`}`,
    },
    { label: 'Times', only: 'file', value: 'times' },
    { label: 'When', align: 'nowrap', sort: 'when', newestFirst: true, value: (row) => formatInstant(row.at, 'en') },
    { label: 'Who', value: 'actor', cell: (row) => row.actor ?? 'Not signed in' },
    { label: 'About', value: 'whom' },
    { label: 'Device', value: 'device' },
    { label: 'Address', value: 'address' },
    { label: 'Details', value: (row) => factWords(row.details) || null },
  ],
}

export const loader = listLoader(list, listSecurityEvents)

export default listPage(list, {
  rowKey: (row) => row.id,
  title: 'Sign-ins and devices',
  context:
    'Sign-ins with their origin, wrong passwords, refused requests and downloaded files. This log cannot be changed.',
  icon: 'info',
  empty: { title: 'No entries yet', text: 'Sign-ins, wrong passwords and downloads are listed here as they happen.' },
})
