import { randomUUID } from 'node:crypto'
import type { Policy } from '../security/policy'

export const certificatesPolicies: Record<string, Policy> = {
  'routes/school+/_shell+/certificates+/index': { get: 'certificates:view' },
  'routes/school+/_shell+/certificates+/index[.]csv': { get: 'certificates:view' },
  'routes/school+/_shell+/students+/$id.certificates.new': {
    get: 'certificates:edit',
    post: 'certificates:edit',
    ids: ({ student }) => [student.publicId],
    body: ({ certificates }) => ({ kind: certificates.kinds.bonafide, language: 'hi', form_key: randomUUID() }),
  },
  'routes/school+/_shell+/certificates+/$id.index': {
    get: 'certificates:view',
    ids: ({ certificates }) => [certificates.draft],
  },
  'routes/school+/_shell+/certificates+/$id.edit': {
    get: 'certificates:edit',
    post: 'certificates:edit',
    ids: ({ certificates }) => [certificates.draft],
    body: () => ({ name: 'Asha Patel', conduct: 'Good', version: '1' }),
  },
  'routes/school+/_shell+/certificates+/$id.delete': {
    get: 'certificates:edit',
    post: 'certificates:edit',
    ids: ({ certificates }) => [certificates.spareDraft],
    body: () => ({}),
  },
  'routes/school+/_shell+/certificates+/$id.issue': {
    get: 'certificates:edit',
    post: 'certificates:edit',
    ids: ({ certificates }) => [certificates.toIssue],
    body: () => ({ version: '1', reason: 'The family moves on Monday' }),
  },
  'routes/school+/_shell+/certificates+/$id.duplicate': {
    get: 'certificates:edit',
    post: 'certificates:edit',
    ids: ({ certificates }) => [certificates.issued],
    body: () => ({ reason: 'Lost in the rain', form_key: randomUUID() }),
  },
  'routes/school+/_shell+/certificates+/$id.cancellation': {
    get: 'certificates:edit',
    post: 'certificates:edit',
    ids: ({ certificates }) => [certificates.issued],
    body: () => ({ reason: 'Wrong name of the father' }),
  },
  'routes/school+/_shell+/certificates+/$id.sheet': {
    get: 'certificates:view',
    ids: ({ certificates }) => [certificates.issued],
  },
  'routes/school+/_shell+/certificates+/copies.$id': {
    get: 'certificates:view',
    ids: ({ certificates }) => [certificates.copy],
  },
  'routes/school+/_shell+/certificate-kinds+/index': { get: 'certificates:view' },
  'routes/school+/_shell+/certificate-kinds+/index[.]csv': { get: 'certificates:view' },
  'routes/school+/_shell+/certificate-kinds+/new': {
    get: 'settings:edit',
    post: 'settings:edit',
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
    ids: ({ certificates }) => [certificates.kinds.no_dues],
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
    ids: ({ certificates }) => [certificates.kinds.leaving],
    body: () => ({}),
  },
  'routes/school+/_shell+/certificate-kinds+/usual': {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({}),
    notAcceptedBecause: 'the school has its kinds already: a world without them would have no certificates',
  },
  'routes/school+/_shell+/settings+/certificates': {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({ school_code: '64021', answer_days: '7', return_rule: 'new_entry', version: '0' }),
  },
  'routes/_public+/verify.index': { get: 'everyone' },
  'routes/_public+/verify.$token': {
    get: 'everyone',
    ids: ({ certificates }) => [certificates.token],
    idIsPublic: true,
  },

  'routes/school+/_shell+/certificate-requests+/index': { get: 'certificates:view' },
  'routes/school+/_shell+/certificate-requests+/index[.]csv': { get: 'certificates:view' },
  'routes/school+/_shell+/certificate-requests+/$id.index': {
    get: 'certificates:view',
    post: 'certificates:edit',
    ids: ({ certificates }) => [certificates.request],
    body: () => ({ form_key: randomUUID() }),
  },
  'routes/school+/_shell+/certificate-requests+/$id.refusal': {
    get: 'certificates:edit',
    post: 'certificates:edit',
    ids: ({ certificates }) => [certificates.request],
    body: () => ({ reason: 'Bring the old one first' }),
  },
  'routes/school+/_shell+/fee-certificates+/index': {
    get: 'fees:view',
    post: 'fees:collect',
    query: ({ section, certificates }) => `section=${section.publicId}&year=${certificates.feeYear}`,
    body: () => ({}),
    storesNothing:
      'who has paid has one of the same sums (app/models/learning/certificates/fees-and-requests.db.test.ts makes them)',
  },
  'routes/school+/_shell+/fee-certificates+/class[.]pdf': {
    get: 'fees:view',
    query: ({ section, certificates }) => `section=${section.publicId}&year=${certificates.feeYear}`,
  },
  'routes/school+/_shell+/settings+/tuition-heads': {
    get: 'fees:edit',
    post: 'fees:edit',
    body: () => ({ head: 'School Fee', tuition: 'School Fee' }),
  },

  'routes/students+/_shell+/certificates+/index': { get: 'student' },
  'routes/students+/_shell+/certificates+/new': {
    guardians: 'acts',
    get: 'student',
    post: 'student',
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
    ids: ({ certificates }) => [certificates.request],
    body: () => ({}),
  },
  'routes/students+/_shell+/certificates+/copies.$id': {
    get: 'student',
    ids: ({ certificates }) => [certificates.feeCopy],
  },
  'routes/students+/_shell+/certificates+/fees': {
    guardians: 'acts',
    get: 'student',
    post: 'student',
    body: ({ certificates }) => ({ year: certificates.feeYear }),
  },
}
