import { appCode } from '../factories/second-factor'
import { verdictOnThingOf } from '../security/expectations'
import type { Policy } from '../security/policy'
import { type Actor, staffPassword, type Things, testRecoveryCodes } from '../security/world'

const [first, second, third] = testRecoveryCodes

/** Of the test world's staff, only `accounts` has a second factor; the others are redirected to their account page. */
const toOwnAccount = (_things: Things, actor: Actor) => (actor === 'accounts' ? undefined : '/school/account')

export const secondFactorPolicies: Record<string, Policy> = {
  'routes/school+/second-factor.index': {
    get: 'at the second step',
    post: 'at the second step',
    body: () => ({ code: first }),
  },
  'routes/school+/second-factor.set-up': {
    auditsNothing: 'the secret opens nothing before its first code, which is in the log',
    get: 'setting up',
    post: 'setting up',
    // Staff with a second factor have nothing to set up.
    leadsTo: (_things, actor) => (actor === 'accounts' ? '/school/account' : undefined),
    body: () => ({ current_password: staffPassword }),
  },
  'routes/school+/second-factor.confirmation': {
    get: 'setting up',
    post: 'setting up',
    // Only the owner has started the set-up; staff with a second factor get a message, and others must start first.
    leadsTo: (_things, actor) => (['owner', 'accounts'].includes(actor) ? undefined : '/school/second-factor/set-up'),
    body: (_things, { factorKey }) => ({ code: appCode(factorKey) }),
    showsOnce: 'recovery codes',
  },
  'routes/school+/_shell+/account+/second-factor.codes': {
    get: 'any staff with a second factor',
    post: 'any staff with a second factor',
    leadsTo: toOwnAccount,
    body: () => ({ current_password: staffPassword, code: second }),
    showsOnce: 'recovery codes',
  },
  'routes/school+/_shell+/account+/second-factor.removal': {
    get: 'any staff with a second factor',
    post: 'any staff with a second factor',
    leadsTo: toOwnAccount,
    body: () => ({ current_password: staffPassword, code: third }),
  },
  'routes/school+/_shell+/account+/second-factor.passkeys.index': {
    get: 'any staff',
    post: 'any staff with a second factor',
    body: () => ({ name: 'My phone', current_password: staffPassword }),
    storesNothing: 'the first of two sendings: what a passkey is to sign is kept with the session',
  },
  'routes/school+/_shell+/account+/second-factor.passkeys.$id.removal': {
    get: 'any staff with a second factor',
    post: 'any staff with a second factor',
    ids: (things) => [things.passkey],
    body: () => ({ current_password: staffPassword }),
    // Only the user with the second factor; 404 for other staff.
    verdict: verdictOnThingOf('accounts'),
  },
  'routes/school+/_shell+/account+/second-factor.offer': {
    auditsNothing: 'a reader’s own choice not to see the offer again',
    get: 'nobody',
    post: 'any staff',
    body: () => ({}),
  },
  'routes/school+/_shell+/columns': {
    auditsNothing: 'a reader’s own choice of columns of a list',
    get: 'nobody',
    post: 'any staff',
    leadsTo: () => '/school/students',
    body: () => ({ list: '/school/students', column: 'Mobile number' }),
  },
  'routes/school+/_shell+/staff+/$id.second-factor': {
    get: 'staff:edit',
    post: 'staff:edit',
    ids: (things) => [things.factorHolder],
    body: () => ({ own_password: staffPassword }),
  },
  'routes/school+/_shell+/settings+/second-factor': {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({ version: '1', roles: 'teacher' }),
  },
}
