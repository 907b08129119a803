import { roleFacts, type StaffRole } from './permissions'

/** Lifetime of an invitation in days: a colleague may be on leave when it arrives. */
export const invitationDays = 7

/** Invitations to one address per day, from all schools. */
export const invitationsADay = 5

/** Invitations per day by one school; fewer until the operator has approved it. */
export const invitationsOfSchool = { waiting: 10, approved: 200 } as const

export const roleNames = Object.fromEntries(
  Object.entries(roleFacts).map(([role, { name }]) => [role, name]),
) as Record<StaffRole, string>

/**
 * Days for which a colleague must have had a password, the current role and the current address to act as second person
 * (decision 55).
 */
export const daysOfTrust = 7
