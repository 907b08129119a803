import type { StaffRole } from './permissions'

/** Lifetime of an invitation in days: a colleague may be on leave when it arrives. */
export const invitationDays = 7

/** Invitations to one address per day, from all schools. */
export const invitationsADay = 5

/** Invitations per day by a school that the operator has not approved yet. */
export const invitationsOfNewSchool = 10

export const roleNames: Record<StaffRole, string> = {
  owner: 'Owner',
  office: 'Office',
  accounts: 'Accounts',
  teacher: 'Teacher',
}

/** Purpose of each role, matching `permissions.ts`. */
export const roleHints: Record<StaffRole, string> = {
  owner: 'Everything, including settings, payment keys and colleagues’ sign-ins',
  office: 'Students, classes, admissions and payments at the counter',
  accounts: 'Fees, payments, refunds and the import of dues',
  teacher: 'Attendance, marks and quizzes of their own sections; can view classes and students',
}

/**
 * Days for which a colleague must have had a password, the current role and the current address to act as second person
 * (decision 55).
 */
export const daysOfTrust = 7
