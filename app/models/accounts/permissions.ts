/** Roles of staff users (decisions, section 1). */
export const staffRoles = ['owner', 'office', 'accounts', 'teacher'] as const
export type StaffRole = (typeof staffRoles)[number]

/** What staff may do, by role: the one matrix for screen and server. */
const matrix = {
  'students:view': ['owner', 'office', 'accounts', 'teacher'],
  'students:edit': ['owner', 'office'],
  'admissions:view': ['owner', 'office', 'accounts'],
  'admissions:edit': ['owner', 'office'],
  'certificates:view': ['owner', 'office', 'accounts'],
  'certificates:edit': ['owner', 'office'],
  // Issues one in spite of what is doubtful: dues that are open, a birth date without proof.
  'certificates:override': ['owner'],
  // Who said yes to what, and what families write about it: teachers and accounts read neither.
  'consents:view': ['owner', 'office'],
  'consents:edit': ['owner', 'office'],
  'grievances:answer': ['owner', 'office'],
  // Everybody who was ever admitted, with caste category and parents.
  'register:view': ['owner', 'office'],
  // Which kinds of file a role may import, the import decides.
  'imports:run': ['owner', 'office', 'accounts'],
  'academics:view': ['owner', 'office', 'accounts', 'teacher'],
  'academics:edit': ['owner', 'office'],
  // A teacher marks and sees the own sections only.
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
  // A teacher writes to the own sections only.
  'notices:edit': ['owner', 'office', 'teacher'],
  // What families were told by SMS, WhatsApp and mail, with their numbers; telling costs the school money.
  'messages:view': ['owner', 'office', 'accounts'],
  'messages:send': ['owner', 'office'],
  // Who is absent today; a teacher tells the families of the own sections only.
  'absences:tell': ['owner', 'office', 'teacher'],
  'quizzes:view': ['owner', 'office', 'teacher'],
  // A teacher writes and marks quizzes of the own sections only.
  'quizzes:edit': ['owner', 'office', 'teacher'],
  'products:view': ['owner', 'office', 'accounts'],
  'products:edit': ['owner', 'office'],
  'orders:view': ['owner', 'office', 'accounts'],
  // Cancelling a paid order gives money back: payments:correct.
  'orders:handle': ['owner', 'office', 'accounts'],
  'hostels:view': ['owner', 'office', 'accounts'],
  'hostels:edit': ['owner', 'office'],
  'hostel-applications:view': ['owner', 'office', 'accounts'],
  // What goes back of a place that is over is money: payments:correct.
  'hostel-applications:decide': ['owner', 'office'],
  'transport:view': ['owner', 'office', 'accounts'],
  'transport:edit': ['owner', 'office'],
  'transport-applications:view': ['owner', 'office', 'accounts'],
  // What goes back when riding is over is money: payments:correct.
  'transport-applications:decide': ['owner', 'office'],
  'fees:view': ['owner', 'office', 'accounts'],
  'fees:edit': ['owner', 'accounts'],
  'fees:collect': ['owner', 'office', 'accounts'],
  'payments:correct': ['owner', 'accounts'],
  // What waits for a second person; who agrees needs the right of what is done.
  'second-person:view': ['owner', 'office', 'accounts'],
  'staff:edit': ['owner'],
  'audit:view': ['owner'],
  // Where colleagues and families sign in from.
  'security:view': ['owner'],
  // Whose data was breached, the words to the families, and the report to the Board.
  'breaches:handle': ['owner'],
  'settings:view': ['owner', 'office'],
  'settings:edit': ['owner'],
} as const satisfies Record<string, readonly StaffRole[]>

export type Permission = keyof typeof matrix

export function mayStaff(role: StaffRole, permission: Permission): boolean {
  return (matrix[permission] as readonly StaffRole[]).includes(role)
}
