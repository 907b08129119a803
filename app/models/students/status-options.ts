/** Whether a student belongs to the school: `inactive` may not sign in for now, `left` studies here no more. */
export const studentStatuses = ['active', 'inactive', 'left'] as const
export type StudentStatus = (typeof studentStatuses)[number]

/** The office's words for a standing. */
export const statusNames: Record<StudentStatus, string> = { active: 'Active', inactive: 'Inactive', left: 'Left' }

export const leavingReasonLength = 200
