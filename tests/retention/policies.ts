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
    notAcceptedBecause: 'no student of the test school left long enough ago, so no data is due for removal',
  },
  [`${settings}/privacy.aadhaar`]: {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({}),
    notAcceptedBecause: 'it cannot be undone, and other requests of this suite send full Aadhaar numbers',
  },
  [`${settings}/privacy.scans`]: {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({}),
    notAcceptedBecause:
      'scans are removed only if the school no longer keeps full Aadhaar numbers, and the test school keeps them',
  },
  [`${settings}/privacy.runs.$id.index`]: {
    get: 'settings:edit',
    post: 'settings:edit',
    ids: ({ retentionRun }) => [retentionRun],
    body: () => ({}),
    notAcceptedBecause: 'the test school has one waiting run, and the test of its withdrawal uses it up',
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
    notAcceptedBecause: 'the run of the test school is still waiting, so it has removed nothing to restore',
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
