import { randomUUID } from 'node:crypto'
import type { Policy } from '../security/policy'

export const attendancePolicies: Record<string, Policy> = {
  'routes/school+/_shell+/attendance+/index': { get: 'attendance:view' },
  'routes/school+/_shell+/attendance+/index[.]csv': { get: 'attendance:view' },
  'routes/school+/_shell+/attendance+/mark': {
    get: 'attendance:mark',
    post: 'attendance:mark',
    query: ({ section, attendance }) => `section=${section.publicId}&date=${attendance.day}`,
    body: ({ attendance }) => attendance.form,
  },
  'routes/school+/_shell+/attendance+/removal': {
    get: 'attendance:mark',
    post: 'attendance:mark',
    query: ({ section, attendance }) => `section=${section.publicId}&date=${attendance.day}`,
    body: () => ({ version: '1', reason: 'The school was closed' }),
    notAcceptedBecause: 'the day is not marked here: with a marked day the enrollment could not be deleted',
  },
  'routes/school+/_shell+/attendance+/absentees': { get: 'attendance:view' },
  'routes/school+/_shell+/attendance+/absentees[.]csv': { get: 'attendance:view' },
  'routes/school+/_shell+/attendance+/register': {
    get: 'attendance:view',
    query: ({ section }) => `section=${section.publicId}`,
  },
  'routes/school+/_shell+/attendance+/register[.]csv': {
    get: 'attendance:view',
    query: ({ section }) => `section=${section.publicId}`,
  },
  'routes/school+/_shell+/attendance+/register[.]pdf': {
    get: 'attendance:view',
    query: ({ section }) => `section=${section.publicId}`,
  },
  'routes/school+/_shell+/attendance+/shortage': { get: 'attendance:view' },
  'routes/school+/_shell+/attendance+/shortage[.]csv': { get: 'attendance:view' },
  'routes/school+/_shell+/attendance+/holidays.index': { get: 'attendance:view' },
  'routes/school+/_shell+/attendance+/holidays[.]csv': { get: 'attendance:view' },
  'routes/school+/_shell+/attendance+/holidays.new': {
    get: 'holidays:edit',
    post: 'holidays:edit',
    body: () => ({ name: 'Makar Sankranti', starts_on: '2031-01-14', form_key: randomUUID() }),
  },
  'routes/school+/_shell+/attendance+/holidays.$id.edit': {
    get: 'holidays:edit',
    post: 'holidays:edit',
    ids: ({ attendance }) => [attendance.holiday],
    body: () => ({ name: 'Holi', starts_on: '2031-03-09', ends_on: '2031-03-10', version: '1' }),
  },
  'routes/school+/_shell+/attendance+/holidays.$id.delete': {
    get: 'holidays:edit',
    post: 'holidays:edit',
    ids: ({ attendance }) => [attendance.spareHoliday],
    body: () => ({}),
  },
  'routes/school+/_shell+/attendance+/saturdays': {
    get: 'holidays:edit',
    post: 'holidays:edit',
    body: () => ({ saturdays_off: 'none', version: '1' }),
  },
  'routes/school+/_shell+/attendance+/leave.index': { get: 'leave:decide' },
  'routes/school+/_shell+/attendance+/leave[.]csv': { get: 'leave:decide' },
  'routes/school+/_shell+/attendance+/leave.$id': {
    get: 'leave:decide',
    post: 'leave:decide',
    ids: ({ attendance }) => [attendance.leave],
    body: () => ({ decision: 'approve', answer: 'Get well soon' }),
  },

  'routes/students+/_shell+/attendance+/index': { get: 'student' },
  'routes/students+/_shell+/attendance+/leave.index': { get: 'student' },
  'routes/students+/_shell+/attendance+/leave.new': {
    guardians: 'acts',
    get: 'student',
    post: 'student',
    body: ({ attendance: { day } }) => ({ starts_on: day, ends_on: day, reason: 'Fever', form_key: randomUUID() }),
  },
  'routes/students+/_shell+/attendance+/leave.$id.withdrawal': {
    guardians: 'acts',
    get: 'student',
    post: 'student',
    ids: ({ attendance }) => [attendance.leave],
    body: () => ({}),
  },
}
