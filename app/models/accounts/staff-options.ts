import type { StaffRole } from './permissions'

/** A colleague may be on leave when the invitation comes. */
export const invitationDays = 7

/** Invitations to one address, whoever sends them. */
export const invitationsADay = 5

/** Invitations of a day by a school that the operator has not approved yet. */
export const invitationsOfNewSchool = 10

/** A role in a word. */
export const roleNames: Record<StaffRole, string> = {
  owner: 'Owner',
  office: 'Office',
  accounts: 'Accounts',
  teacher: 'Teacher',
}

/** What each role is for, as `permissions.ts` has it. */
export const roleHints: Record<StaffRole, string> = {
  owner: 'Everything, with settings, payment keys and the sign-ins of colleagues',
  office: 'Students, classes, admissions and payments at the counter',
  accounts: 'Fees, payments, refunds and the import of dues',
  teacher: 'Attendance, marks and quizzes of own sections; classes and students to look at',
}

/** For how many days a colleague must have had a password, the present role and the present address to be the second person (decision 55). */
export const daysOfTrust = 7
