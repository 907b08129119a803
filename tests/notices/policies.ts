import { randomUUID } from 'node:crypto'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { type Verdict, verdictOfActorRule } from '../security/expectations'
import { limitedRoles, type Role } from '../security/permissions'
import type { Policy } from '../security/policy'
import type { Actor, Things } from '../security/world'

const today = () => todayInIndia(new Date())

/** A role that is limited to its own sections may change only notices that it wrote; it wrote none of these. */
function writerVerdict(actor: Actor): Verdict {
  const verdict = verdictOfActorRule(actor, 'notices:edit', true)
  return verdict === 'in' && limitedRoles.includes(actor as Role) ? 404 : verdict
}

const address = (things: Things) => ({
  form_key: randomUUID(),
  version: '1',
  audience: 'section',
  section: things.section.publicId,
})

const notice = (things: Things) => ({
  ...address(things),
  title: 'School closes early',
  body: 'At one on Saturday.',
  priority: 'low',
  from_on: today(),
})

const event = (things: Things) => ({
  ...address(things),
  title: 'Sports day',
  type: 'sports',
  priority: 'high',
  starts_on: addDays(today(), 3),
})

export const noticesPolicies: Record<string, Policy> = {
  'routes/students+/_shell+/notices+/index': { get: 'student' },
  'routes/students+/_shell+/notices+/$id': { get: 'student', ids: (things) => [things.notices.notice] },

  'routes/school+/_shell+/notices+/index': { get: 'notices:view' },
  'routes/school+/_shell+/notices+/index[.]csv': { get: 'notices:view' },
  'routes/school+/_shell+/notices+/new': { get: 'notices:edit', post: 'notices:edit', body: notice },
  'routes/school+/_shell+/notices+/$id.index': { get: 'notices:view', ids: (things) => [things.notices.notice] },
  'routes/school+/_shell+/notices+/$id.edit': {
    get: 'notices:edit',
    post: 'notices:edit',
    ids: (things) => [things.notices.spareNotice],
    verdict: writerVerdict,
    body: notice,
  },
  'routes/school+/_shell+/notices+/$id.delete': {
    get: 'notices:edit',
    post: 'notices:edit',
    ids: (things) => [things.notices.spareNotice],
    verdict: writerVerdict,
    body: () => ({}),
  },

  'routes/school+/_shell+/events+/index': { get: 'notices:view' },
  'routes/school+/_shell+/events+/index[.]csv': { get: 'notices:view' },
  'routes/school+/_shell+/events+/new': { get: 'notices:edit', post: 'notices:edit', body: event },
  'routes/school+/_shell+/events+/$id.index': { get: 'notices:view', ids: (things) => [things.notices.event] },
  'routes/school+/_shell+/events+/$id.edit': {
    get: 'notices:edit',
    post: 'notices:edit',
    ids: (things) => [things.notices.spareEvent],
    verdict: writerVerdict,
    body: event,
  },
  'routes/school+/_shell+/events+/$id.delete': {
    get: 'notices:edit',
    post: 'notices:edit',
    ids: (things) => [things.notices.spareEvent],
    verdict: writerVerdict,
    body: () => ({}),
  },
}
