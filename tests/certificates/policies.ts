import { randomUUID } from 'node:crypto'
import type { Policy } from '../security/policy'

export const certificatesPolicies: Record<string, Policy> = {
  'routes/school+/_shell+/certificates+/index': { get: 'certificates:view', at: () => '/school/certificates' },
  'routes/school+/_shell+/certificates+/index[.]csv': {
    get: 'certificates:view',
    at: () => '/school/certificates.csv',
  },
  'routes/school+/_shell+/students+/$id.certificates.new': {
    get: 'certificates:edit',
    post: 'certificates:edit',
    at: ({ student }) => `/school/students/${student.publicId}/certificates/new`,
    body: ({ certificates }) => ({ kind: certificates.kinds.bonafide, language: 'hi', form_key: randomUUID() }),
  },
  'routes/school+/_shell+/certificates+/$id.index': {
    get: 'certificates:view',
    at: ({ certificates }) => `/school/certificates/${certificates.draft}`,
  },
  'routes/school+/_shell+/certificates+/$id.edit': {
    get: 'certificates:edit',
    post: 'certificates:edit',
    at: ({ certificates }) => `/school/certificates/${certificates.draft}/edit`,
    body: () => ({ name: 'Asha Patel', conduct: 'Good', version: '1' }),
  },
  'routes/school+/_shell+/certificates+/$id.delete': {
    get: 'certificates:edit',
    post: 'certificates:edit',
    at: ({ certificates }) => `/school/certificates/${certificates.spareDraft}/delete`,
    body: () => ({}),
  },
  'routes/school+/_shell+/certificates+/$id.issue': {
    get: 'certificates:edit',
    post: 'certificates:edit',
    at: ({ certificates }) => `/school/certificates/${certificates.toIssue}/issue`,
    body: () => ({ version: '1', reason: 'The family moves on Monday' }),
  },
  'routes/school+/_shell+/certificates+/$id.duplicate': {
    get: 'certificates:edit',
    post: 'certificates:edit',
    at: ({ certificates }) => `/school/certificates/${certificates.issued}/duplicate`,
    body: () => ({ reason: 'Lost in the rain', form_key: randomUUID() }),
  },
  'routes/school+/_shell+/certificates+/$id.cancellation': {
    get: 'certificates:edit',
    post: 'certificates:edit',
    at: ({ certificates }) => `/school/certificates/${certificates.issued}/cancellation`,
    body: () => ({ reason: 'Wrong name of the father' }),
  },
  'routes/school+/_shell+/certificates+/$id.sheet': {
    get: 'certificates:view',
    at: ({ certificates }) => `/school/certificates/${certificates.issued}/sheet`,
  },
  'routes/school+/_shell+/certificates+/copies.$id': {
    get: 'certificates:view',
    at: ({ certificates }) => `/school/certificates/copies/${certificates.copy}`,
  },
  'routes/school+/_shell+/certificate-kinds+/index': {
    get: 'certificates:view',
    at: () => '/school/certificate-kinds',
  },
  'routes/school+/_shell+/certificate-kinds+/index[.]csv': {
    get: 'certificates:view',
    at: () => '/school/certificate-kinds.csv',
  },
  'routes/school+/_shell+/certificate-kinds+/new': {
    get: 'settings:edit',
    post: 'settings:edit',
    at: () => '/school/certificate-kinds/new',
    body: () => ({
      name: 'Sports certificate',
      base: 'own',
      prefix: 'SC',
      first_number: '1',
      text_en: '{name} of {class} plays kho-kho.',
      form_key: randomUUID(),
    }),
  },
  'routes/school+/_shell+/certificate-kinds+/$id.edit': {
    get: 'settings:edit',
    post: 'settings:edit',
    at: ({ certificates }) => `/school/certificate-kinds/${certificates.kinds.no_dues}/edit`,
    body: () => ({
      name: 'No dues',
      base: 'no_dues',
      prefix: 'NDC',
      first_number: '5',
      text_en: '{name} owes nothing.',
      version: '1',
    }),
  },
  'routes/school+/_shell+/certificate-kinds+/$id.delete': {
    get: 'settings:edit',
    post: 'settings:edit',
    at: ({ certificates }) => `/school/certificate-kinds/${certificates.kinds.leaving}/delete`,
    body: () => ({}),
  },
  'routes/school+/_shell+/certificate-kinds+/usual': {
    get: 'settings:edit',
    post: 'settings:edit',
    at: () => '/school/certificate-kinds/usual',
    body: () => ({}),
    notAcceptedBecause: 'the school has its kinds already: a world without them would have no certificates',
  },
  'routes/school+/_shell+/settings+/certificates': {
    get: 'settings:edit',
    post: 'settings:edit',
    at: () => '/school/settings/certificates',
    body: () => ({ school_code: '64021', answer_days: '7', return_rule: 'new_entry', version: '0' }),
  },
  'routes/_public+/verify.index': { get: 'everyone', at: () => '/verify' },
  'routes/_public+/verify.$token': {
    get: 'everyone',
    at: ({ certificates }) => `/verify/${certificates.token}`,
    idIsPublic: true,
  },

  'routes/school+/_shell+/certificate-requests+/index': {
    get: 'certificates:view',
    at: () => '/school/certificate-requests',
  },
  'routes/school+/_shell+/certificate-requests+/index[.]csv': {
    get: 'certificates:view',
    at: () => '/school/certificate-requests.csv',
  },
  'routes/school+/_shell+/certificate-requests+/$id.index': {
    get: 'certificates:view',
    post: 'certificates:edit',
    at: ({ certificates }) => `/school/certificate-requests/${certificates.request}`,
    body: () => ({ form_key: randomUUID() }),
  },
  'routes/school+/_shell+/certificate-requests+/$id.refusal': {
    get: 'certificates:edit',
    post: 'certificates:edit',
    at: ({ certificates }) => `/school/certificate-requests/${certificates.request}/refusal`,
    body: () => ({ reason: 'Bring the old one first' }),
  },
  'routes/school+/_shell+/fee-certificates+/index': {
    get: 'fees:view',
    post: 'fees:collect',
    at: ({ section, certificates }) =>
      `/school/fee-certificates?section=${section.publicId}&year=${certificates.feeYear}`,
    body: () => ({}),
    storesNothing:
      'who has paid has one of the same sums (app/models/learning/certificates/fees-and-requests.db.test.ts makes them)',
  },
  'routes/school+/_shell+/fee-certificates+/class[.]pdf': {
    get: 'fees:view',
    at: ({ section, certificates }) =>
      `/school/fee-certificates/class.pdf?section=${section.publicId}&year=${certificates.feeYear}`,
  },
  'routes/school+/_shell+/settings+/tuition-heads': {
    get: 'fees:edit',
    post: 'fees:edit',
    at: () => '/school/settings/tuition-heads',
    body: () => ({ head: 'School Fee', tuition: 'School Fee' }),
  },

  'routes/students+/_shell+/certificates+/index': { get: 'student', at: () => '/students/certificates' },
  'routes/students+/_shell+/certificates+/new': {
    guardians: 'acts',
    get: 'student',
    post: 'student',
    at: () => '/students/certificates/new',
    body: ({ certificates }) => ({
      kind: certificates.kinds.character,
      language: 'en',
      purpose: 'A scholarship',
      form_key: randomUUID(),
    }),
  },
  'routes/students+/_shell+/certificates+/requests.$id.withdrawal': {
    guardians: 'acts',
    get: 'student',
    post: 'student',
    at: ({ certificates }) => `/students/certificates/requests/${certificates.request}/withdrawal`,
    body: () => ({}),
  },
  'routes/students+/_shell+/certificates+/copies.$id': {
    get: 'student',
    at: ({ certificates }) => `/students/certificates/copies/${certificates.feeCopy}`,
  },
  'routes/students+/_shell+/certificates+/fees': {
    guardians: 'acts',
    get: 'student',
    post: 'student',
    at: () => '/students/certificates/fees',
    body: ({ certificates }) => ({ year: certificates.feeYear }),
  },
}
