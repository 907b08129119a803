import type { Policy } from '../security/policy'
import { staffPassword } from '../security/world'

const settings = 'routes/school+/_shell+/settings+'

export const retentionPolicies: Record<string, Policy> = {
  [`${settings}/privacy.index`]: { get: 'settings:edit' },
  [`${settings}/privacy.record[.]csv`]: { get: 'settings:edit' },
  [`${settings}/privacy.due.index`]: { get: 'settings:edit' },
  [`${settings}/privacy.due[.]csv`]: { get: 'settings:edit' },
  [`${settings}/privacy.years`]: {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({
      payment_notes: '15',
      remarks: '3',
      contact: '9',
      health: '1',
      aadhaar: '1',
      documents: '3',
      photos: '1',
      services: '3',
      quizzes: '1',
      letters: '3',
      sign_in: '1',
      admissions: '1',
    }),
  },
  [`${settings}/privacy.run`]: {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({}),
    notAcceptedBecause: 'nobody of a world left so long ago that anything is due',
  },
  [`${settings}/privacy.aadhaar`]: {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({}),
    notAcceptedBecause: 'it cannot be undone, and the other bodies of a world send full numbers',
  },
  [`${settings}/privacy.scans`]: {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({}),
    notAcceptedBecause: 'a world keeps full numbers, and scans are removed only where the school keeps no more of them',
  },
  [`${settings}/privacy.runs.$id.index`]: {
    get: 'settings:edit',
    post: 'settings:edit',
    ids: ({ retentionRun }) => [retentionRun],
    body: () => ({}),
    notAcceptedBecause: 'a school has one run that waits, and its withdrawal takes that',
  },
  [`${settings}/privacy.runs.$id.withdrawal`]: {
    get: 'settings:edit',
    post: 'settings:edit',
    ids: ({ retentionRun }) => [retentionRun],
    body: () => ({}),
  },
  [`${settings}/privacy.removed.index`]: { get: 'settings:edit' },
  [`${settings}/privacy.removed[.]csv`]: { get: 'settings:edit' },
  [`${settings}/privacy.runs.$id.restoration`]: {
    get: 'settings:edit',
    post: 'settings:edit',
    ids: ({ retentionRun }) => [retentionRun],
    body: () => ({ reason: 'The whole list was wrong' }),
    notAcceptedBecause: 'the run of a world waits, and has removed nothing',
  },
  [`${settings}/privacy.runs.$id.students.$student`]: {
    get: 'settings:edit',
    post: 'settings:edit',
    ids: ({ removedLately }) => [removedLately.run, removedLately.student],
    body: () => ({ reason: 'Entered for the wrong child', own_password: staffPassword }),
  },
  'routes/school+/_shell+/students+/$id.hold': {
    get: 'settings:edit',
    post: 'settings:edit',
    ids: ({ student }) => [student.publicId],
    body: () => ({ reason: 'A court asks for the papers' }),
  },
}
