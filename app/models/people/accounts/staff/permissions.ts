/**
 * Roles of staff users, with a hint that matches the permissions below. `sections`: whether the user sees the students
 * of all sections or only of their own. A teacher's own sections are those of which the user is class teacher; for
 * exams, also those in which the timetable gives the user a subject.
 */
export const roleFacts = {
  owner: {
    name: 'Owner',
    hint: 'Everything, including settings, payment keys and colleagues’ sign-ins',
    sections: 'all',
  },
  office: { name: 'Office', hint: 'Students, classes, admissions and payments at the counter', sections: 'all' },
  accounts: { name: 'Accounts', hint: 'Fees, payments, refunds and the import of dues', sections: 'all' },
  teacher: {
    name: 'Teacher',
    hint: 'Attendance, marks and quizzes of their own sections; can view classes and students',
    sections: 'own',
  },
} as const satisfies Record<string, { name: string; hint: string; sections: 'all' | 'own' }>

export type StaffRole = keyof typeof roleFacts
export const staffRoles = Object.keys(roleFacts) as StaffRole[]

/** Roles that have each permission. Pages and server checks use only this matrix. */
const matrix = {
  'students:view': ['owner', 'office', 'accounts', 'teacher'],
  'students:edit': ['owner', 'office'],
  'admissions:view': ['owner', 'office', 'accounts'],
  'admissions:edit': ['owner', 'office'],
  'certificates:view': ['owner', 'office', 'accounts'],
  'certificates:edit': ['owner', 'office'],
  // Issues a certificate despite warnings: open dues, a birth date without proof.
  'certificates:override': ['owner'],
  // Consents and grievances of families; teachers and accounts may not read them.
  'consents:view': ['owner', 'office'],
  'consents:edit': ['owner', 'office'],
  'grievances:answer': ['owner', 'office'],
  // General Register: every student ever admitted, with caste category and parents.
  'register:view': ['owner', 'office'],
  // The import itself decides which kinds of file a role may import.
  'imports:run': ['owner', 'office', 'accounts'],
  'academics:view': ['owner', 'office', 'accounts', 'teacher'],
  'academics:edit': ['owner', 'office'],
  'attendance:view': ['owner', 'office', 'teacher'],
  'attendance:mark': ['owner', 'office', 'teacher'],
  'holidays:edit': ['owner', 'office'],
  'leave:decide': ['owner', 'office', 'teacher'],
  'exams:view': ['owner', 'office', 'teacher'],
  'exams:edit': ['owner', 'office'],
  'marks:enter': ['owner', 'office', 'teacher'],
  'timetable:view': ['owner', 'office', 'teacher'],
  'timetable:edit': ['owner', 'office'],
  'notices:view': ['owner', 'office', 'accounts', 'teacher'],
  'notices:edit': ['owner', 'office', 'teacher'],
  // Messages to families by SMS, WhatsApp and mail, with their numbers; sending costs the school money.
  'messages:view': ['owner', 'office', 'accounts'],
  'messages:send': ['owner', 'office'],
  // Notifies the families of today's absentees.
  'absences:notify': ['owner', 'office', 'teacher'],
  'quizzes:view': ['owner', 'office', 'teacher'],
  'quizzes:edit': ['owner', 'office', 'teacher'],
  'products:view': ['owner', 'office', 'accounts'],
  'products:edit': ['owner', 'office'],
  'orders:view': ['owner', 'office', 'accounts'],
  // Cancelling a paid order refunds money, which needs payments:correct.
  'orders:handle': ['owner', 'office', 'accounts'],
  'hostels:view': ['owner', 'office', 'accounts'],
  'hostels:edit': ['owner', 'office'],
  'hostel-applications:view': ['owner', 'office', 'accounts'],
  // Refunds after a stay need payments:correct.
  'hostel-applications:decide': ['owner', 'office'],
  'transport:view': ['owner', 'office', 'accounts'],
  'transport:edit': ['owner', 'office'],
  'transport-applications:view': ['owner', 'office', 'accounts'],
  // Refunds after transport ends need payments:correct.
  'transport-applications:decide': ['owner', 'office'],
  'fees:view': ['owner', 'office', 'accounts'],
  'fees:edit': ['owner', 'accounts'],
  'fees:collect': ['owner', 'office', 'accounts'],
  'payments:correct': ['owner', 'accounts'],
  // Requests that wait for a second person; agreeing also needs the permission for the action itself.
  'second-person:view': ['owner', 'office', 'accounts'],
  'staff:edit': ['owner'],
  'audit:view': ['owner'],
  // Sign-in locations of staff and families.
  'security:view': ['owner'],
  // Breach cases: affected people, notices to families, and the report to the Board.
  'breaches:handle': ['owner'],
  'settings:view': ['owner', 'office'],
  'settings:edit': ['owner'],
} as const satisfies Record<string, readonly StaffRole[]>

export type Permission = keyof typeof matrix

export function mayStaff(role: StaffRole, permission: Permission): boolean {
  return (matrix[permission] as readonly StaffRole[]).includes(role)
}

/** Returns whether the user sees, marks and writes to only the students of their own sections. */
export function isLimitedToOwnSections({ role }: { role: StaffRole }): boolean {
  return roleFacts[role].sections === 'own'
}
