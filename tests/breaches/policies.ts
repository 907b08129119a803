import { randomUUID } from 'node:crypto'
import { isGuardian, mayAsGuardian } from '../security/expectations'
import type { Policy } from '../security/policy'
import { staffPassword, type Things } from '../security/world'

const may = 'breaches:handle'
const ofBreach = ({ breaches }: Things) => [breaches.breach]
const facts = { title: 'Lost laptop', noticed_on: '2026-04-02', noticed_minute: '09:30', nature: 'A laptop was stolen' }

export const breachPolicies: Record<string, Policy> = {
  'routes/school+/_shell+/breaches+/index': { get: may },
  'routes/school+/_shell+/breaches+/index[.]csv': { get: may },
  'routes/school+/_shell+/breach-people+/index': { get: may },
  'routes/school+/_shell+/breach-people+/index[.]csv': { get: may },
  'routes/school+/_shell+/breaches+/new': { get: may, post: may, body: () => ({ ...facts, form_key: randomUUID() }) },
  'routes/school+/_shell+/breaches+/$id.index': { get: may, ids: ofBreach },
  'routes/school+/_shell+/breaches+/$id.edit': {
    get: may,
    post: may,
    ids: ofBreach,
    body: ({ breaches }) => ({ ...facts, version: String(breaches.version) }),
  },
  'routes/school+/_shell+/breaches+/$id.text': {
    get: may,
    post: may,
    ids: ofBreach,
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
    ids: ofBreach,
    body: () => ({ everybody: 'on', act: 'add', form_key: randomUUID() }),
  },
  'routes/school+/_shell+/breaches+/$id.logs': {
    get: may,
    post: may,
    ids: ofBreach,
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
    ids: ofBreach,
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
    ids: ofBreach,
    body: () => ({ own_password: staffPassword }),
  },
  'routes/school+/_shell+/breaches+/$id.closing': {
    get: may,
    post: may,
    ids: ({ breaches }) => [breaches.toClose],
    body: () => ({ remarks: 'The laptop was found' }),
  },
  'routes/school+/_shell+/breaches+/$id.board[.]pdf': { get: may, ids: ofBreach },
  'routes/school+/_shell+/breaches+/$id.board[.]csv': { get: may, ids: ofBreach },
  'routes/students+/_shell+/breach-notices+/$id': {
    get: 'student',
    post: 'student',
    ids: ({ breaches }) => [breaches.notice],
    body: () => ({}),
  },
  'routes/guardians+/_shell+/breach-notices.$id': {
    get: 'guardian',
    post: 'guardian',
    ids: ({ breaches }) => [breaches.notice],
    // Open to guardians with the right to be notified, whatever their other rights are.
    verdict: (actor) => {
      if (mayAsGuardian(actor, 'isTold')) return 'in'
      return isGuardian(actor) ? 404 : 'guardian login'
    },
    body: () => ({}),
  },
}
