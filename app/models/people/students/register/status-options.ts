/** Status of a student: `inactive` cannot sign in for now, `left` no longer studies here. */
export const studentStatuses = ['active', 'inactive', 'left'] as const
export type StudentStatus = (typeof studentStatuses)[number]

export const studentStatusNames: Record<StudentStatus, string> = {
  active: 'Active',
  inactive: 'Inactive',
  left: 'Left',
}

export const leavingReasonLength = 200
