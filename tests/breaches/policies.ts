import { randomUUID } from 'node:crypto'
import { isGuardian, mayAsGuardian } from '../security/expectations'
import type { Policy } from '../security/policy'
import { staffPassword, type Things } from '../security/world'

const may = 'breaches:handle'
const under =
  (more: string) =>
  ({ breaches }: Things) =>
    `/school/breaches/${breaches.breach}${more}`
const facts = { title: 'Lost laptop', noticed_on: '2026-04-02', noticed_minute: '09:30', nature: 'A laptop was stolen' }

export const breachPolicies: Record<string, Policy> = {
  'routes/school+/_shell+/breaches+/index': { get: may, at: () => '/school/breaches' },
  'routes/school+/_shell+/breaches+/index[.]csv': { get: may, at: () => '/school/breaches.csv' },
  'routes/school+/_shell+/breach-people+/index': { get: may, at: () => '/school/breach-people' },
  'routes/school+/_shell+/breach-people+/index[.]csv': { get: may, at: () => '/school/breach-people.csv' },
  'routes/school+/_shell+/breaches+/new': {
    get: may,
    post: may,
    at: () => '/school/breaches/new',
    body: () => ({ ...facts, form_key: randomUUID() }),
  },
  'routes/school+/_shell+/breaches+/$id.index': { get: may, at: under('') },
  'routes/school+/_shell+/breaches+/$id.edit': {
    get: may,
    post: may,
    at: under('/edit'),
    body: ({ breaches }) => ({ ...facts, version: String(breaches.version) }),
  },
  'routes/school+/_shell+/breaches+/$id.text': {
    get: may,
    post: may,
    at: under('/text'),
    body: ({ breaches }) => ({
      nature_en: 'A laptop was stolen.',
      consequences_en: 'Calls that ask for money.',
      measures_en: 'Passwords changed.',
      steps_en: 'Do not answer such calls.',
      contact_en: 'The office',
      version: String(breaches.version),
    }),
  },
  'routes/school+/_shell+/breaches+/$id.people': {
    get: may,
    post: may,
    at: under('/people'),
    body: () => ({ everybody: 'on', act: 'add', form_key: randomUUID() }),
  },
  'routes/school+/_shell+/breaches+/$id.logs': {
    get: may,
    post: may,
    at: under('/logs'),
    body: () => ({
      source: 'audit',
      from_on: '2026-04-01',
      from_minute: '00:00',
      until_on: '2026-04-02',
      until_minute: '23:59',
      form_key: randomUUID(),
    }),
  },
  'routes/school+/_shell+/breaches+/$id.reports': {
    get: may,
    post: may,
    at: under('/reports'),
    body: () => ({
      to: 'board',
      told_on: '2026-04-03',
      told_minute: '10:00',
      reference: 'DPB/7',
      form_key: randomUUID(),
    }),
  },
  'routes/school+/_shell+/breaches+/$id.sending': {
    get: may,
    post: may,
    at: under('/sending'),
    body: () => ({ own_password: staffPassword }),
  },
  'routes/school+/_shell+/breaches+/$id.closing': {
    get: may,
    post: may,
    at: ({ breaches }) => `/school/breaches/${breaches.toClose}/closing`,
    body: () => ({ remarks: 'The laptop was found' }),
  },
  'routes/school+/_shell+/breaches+/$id.board[.]pdf': { get: may, at: under('/board.pdf') },
  'routes/school+/_shell+/breaches+/$id.board[.]csv': { get: may, at: under('/board.csv') },
  'routes/students+/_shell+/breach-notices+/$id': {
    get: 'student',
    post: 'student',
    at: ({ breaches }) => `/students/breach-notices/${breaches.notice}`,
    body: () => ({}),
  },
  'routes/guardians+/_shell+/breach-notices.$id': {
    get: 'guardian',
    post: 'guardian',
    at: ({ breaches }) => `/guardians/breach-notices/${breaches.notice}`,
    // Guardians with the right to be notified, independent of their other rights.
    verdict: (actor) => {
      if (mayAsGuardian(actor, 'isTold')) return 'in'
      return isGuardian(actor) ? 404 : 'guardian login'
    },
    body: () => ({}),
  },
}
