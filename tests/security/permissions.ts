import type { Permission } from '~/models/people/accounts/staff/permissions'

/** Roles of staff users, written out: tests must not read their expectations from the code under test. */
export const roles = ['owner', 'office', 'accounts', 'teacher'] as const
export type Role = (typeof roles)[number]

/** Roles that see the students of their own sections only. */
export const limitedRoles: readonly Role[] = ['teacher']

/**
 * Permissions by role, as agreed with the school's owner. The app has its own table
 * (app/models/people/accounts/staff/permissions.ts); change both. Type checking fails when a permission of the app is
 * missing here or left over.
 */
export const allowed: Record<Permission, readonly Role[]> = {
  'students:view': ['owner', 'office', 'accounts', 'teacher'],
  'students:edit': ['owner', 'office'],
  'admissions:view': ['owner', 'office', 'accounts'],
  'admissions:edit': ['owner', 'office'],
  'certificates:view': ['owner', 'office', 'accounts'],
  'certificates:edit': ['owner', 'office'],
  'certificates:override': ['owner'],
  'consents:view': ['owner', 'office'],
  'consents:edit': ['owner', 'office'],
  'grievances:answer': ['owner', 'office'],
  'register:view': ['owner', 'office'],
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
  'messages:view': ['owner', 'office', 'accounts'],
  'messages:send': ['owner', 'office'],
  'absences:notify': ['owner', 'office', 'teacher'],
  'quizzes:view': ['owner', 'office', 'teacher'],
  'quizzes:edit': ['owner', 'office', 'teacher'],
  'products:view': ['owner', 'office', 'accounts'],
  'products:edit': ['owner', 'office'],
  'orders:view': ['owner', 'office', 'accounts'],
  'orders:handle': ['owner', 'office', 'accounts'],
  'hostels:view': ['owner', 'office', 'accounts'],
  'hostels:edit': ['owner', 'office'],
  'hostel-applications:view': ['owner', 'office', 'accounts'],
  'hostel-applications:decide': ['owner', 'office'],
  'transport:view': ['owner', 'office', 'accounts'],
  'transport:edit': ['owner', 'office'],
  'transport-applications:view': ['owner', 'office', 'accounts'],
  'transport-applications:decide': ['owner', 'office'],
  'fees:view': ['owner', 'office', 'accounts'],
  'fees:edit': ['owner', 'accounts'],
  'fees:collect': ['owner', 'office', 'accounts'],
  'payments:correct': ['owner', 'accounts'],
  'second-person:view': ['owner', 'office', 'accounts'],
  'staff:edit': ['owner'],
  'audit:view': ['owner'],
  'security:view': ['owner'],
  'breaches:handle': ['owner'],
  'settings:view': ['owner', 'office'],
  'settings:edit': ['owner'],
}
