import { randomUUID } from 'node:crypto'
import type { Verdict } from '../security/expectations'
import type { Policy } from '../security/policy'
import type { Actor, Things } from '../security/world'

const isStudent = (actor: Actor) => ['student', 'classmate', 'student of another school'].includes(actor)

/** A product is open to every visitor of its school's store; a student opens only products of the student's school. */
const inItsStore = (actor: Actor): Verdict => {
  if (actor === 'student who has no password yet') return 'choose password'
  return actor === 'student of another school' ? 404 : 'in'
}

/** Redirects visitors to the choice of a store; a student's store is that of the student's school. */
const chooseStore = (_things: Things, actor: Actor) => (isStudent(actor) ? undefined : '/students/shop/school')

const inCookie = 'the cart and whose store it is stand in a cookie'
const cartIsACookie = 'what is ordered stands in a cookie that the matrix does not carry'

export const shopPolicies: Record<string, Policy> = {
  'routes/students+/_shell+/shop+/index': {
    get: 'everyone with a password',
    post: 'everyone with a password',
    leadsTo: chooseStore,
    body: ({ shop }) => ({ add: shop.pressed, form_key: randomUUID() }),
    storesNothing: inCookie,
  },
  'routes/students+/_shell+/shop+/school': {
    get: 'everyone with a password',
    post: 'everyone with a password',
    leadsTo: (_things, actor) => (isStudent(actor) ? '/students/shop' : undefined),
    body: ({ school }) => ({ school: school.publicId }),
    storesNothing: inCookie,
  },
  'routes/students+/_shell+/shop+/$id': {
    get: 'everyone with a password',
    post: 'everyone with a password',
    ids: ({ shop }) => [shop.product],
    leadsTo: chooseStore,
    body: ({ shop }) => ({ add: shop.pressed, form_key: randomUUID() }),
    storesNothing: inCookie,
    idIsPublic: true,
    verdict: inItsStore,
  },
  'routes/students+/_shell+/cart': {
    get: 'everyone with a password',
    post: 'everyone with a password',
    body: () => ({ clear: '1' }),
    storesNothing: inCookie,
  },
  'routes/students+/_shell+/checkout': {
    guardians: 'never',
    get: 'student',
    post: 'student',
    body: () => ({ method: 'cod', seen: '', form_key: randomUUID() }),
    notAcceptedBecause: cartIsACookie,
  },
  'routes/students+/_shell+/orders+/index': { get: 'student' },
  'routes/students+/_shell+/orders+/$id.index': { get: 'student', ids: ({ shop }) => [shop.order] },
  'routes/students+/_shell+/orders+/$id.pay': {
    get: 'student',
    post: 'student',
    ids: ({ shop }) => [shop.order],
    // Redirects to the order, because cash on delivery is paid at the handover.
    leadsTo: ({ shop }) => `/students/orders/${shop.order}`,
    body: () => ({ form_key: randomUUID() }),
    notAcceptedBecause: 'it asks the payment provider',
  },
  'routes/students+/_shell+/orders+/$id.cancellation': {
    get: 'student',
    post: 'student',
    ids: ({ shop }) => [shop.order],
    body: () => ({}),
  },
  'routes/students+/_shell+/orders+/$id.invoice[.]pdf': { get: 'student', ids: ({ shop }) => [shop.paidOrder] },
}
