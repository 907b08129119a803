import { guardianPassword } from '../factories/guardians'
import { isGuardian, mayAsGuardian } from '../security/expectations'
import type { Policy } from '../security/policy'

const signedIn = 'a session begins, which is nobody’s data'

export const guardiansPolicies: Record<string, Policy> = {
  'routes/guardians+/login': {
    get: 'guest of the guardians',
    post: 'everyone',
    body: ({ guardian }) => ({ email: guardian.mobileNumber ?? '', password: guardianPassword }),
    storesNothing: signedIn,
  },
  'routes/guardians+/whose-account': {
    get: 'everyone',
    post: 'everyone',
    // The page needs a ticket, which is issued when a password fits several accounts.
    verdict: () => 'guardian login',
    body: () => ({ account: 'abcdefghijkm' }),
  },
  'routes/guardians+/logout': {
    get: 'everyone',
    post: 'everyone',
    body: () => ({}),
    storesNothing: 'a session ends, which is nobody’s data',
  },
  'routes/guardians+/forgot-password': {
    get: 'everyone',
    post: 'everyone',
    body: () => ({ email: 'nobody@example.test' }),
    storesNothing: 'nobody has this address, which is told to nobody',
  },
  'routes/guardians+/reset-password': {
    get: 'everyone',
    post: 'everyone',
    body: () => ({
      email: 'nobody@example.test',
      token: 'x'.repeat(43),
      password: 'mango-Tree-71',
      password_confirmation: 'mango-Tree-71',
    }),
    notAcceptedBecause: 'the token is in a mail',
  },
  'routes/guardians+/activate.index': {
    get: 'everyone',
    post: 'everyone',
    body: () => ({ contact: '9825012345', code: '7KQ4-MW2H-9RTX' }),
    notAcceptedBecause: 'the code is told once, to the office (a flow shows it)',
  },
  'routes/guardians+/activate.account': {
    get: 'everyone',
    post: 'everyone',
    // The page needs a ticket, which is issued for a valid invitation.
    verdict: () => 'invitation first',
    body: () => ({ name: 'Rajesh Patel', password: 'mango-Tree-71', password_confirmation: 'mango-Tree-71' }),
  },
  'routes/guardians+/_shell+/index': { get: 'guardian' },
  'routes/guardians+/_shell+/children.$id': {
    get: 'guardian',
    post: 'guardian',
    ids: ({ student }) => [student.publicId],
    leadsTo: () => '/guardians',
    // A guardian with only the right to be notified opens no page.
    verdict: (actor) => {
      if (mayAsGuardian(actor, 'maySee') || mayAsGuardian(actor, 'mayPay')) return 'in'
      return isGuardian(actor) ? 404 : 'guardian login'
    },
    body: () => ({ to: 'fees' }),
    storesNothing: signedIn,
  },
  'routes/guardians+/_shell+/account+/index': { get: 'guardian' },
  'routes/guardians+/_shell+/account+/sign-in': {
    get: 'guardian',
    post: 'guardian',
    body: () => ({ mobile_number: '9825099887', current_password: guardianPassword }),
  },
  'routes/guardians+/_shell+/account+/email': {
    get: 'guardian',
    post: 'guardian',
    body: () => ({ token: 'x'.repeat(43) }),
    notAcceptedBecause: 'the token is in a mail',
  },
  'routes/guardians+/_shell+/account+/language': {
    get: 'guardian',
    post: 'guardian',
    leadsTo: () => '/guardians/account',
    body: () => ({ language: 'gu' }),
  },
  'routes/guardians+/_shell+/account+/password': {
    get: 'guardian',
    post: 'guardian',
    body: () => ({
      current_password: guardianPassword,
      password: 'mango-Tree-71',
      password_confirmation: 'mango-Tree-71',
    }),
  },
  'routes/guardians+/_shell+/account+/sessions.index': { get: 'guardian', post: 'guardian', body: () => ({}) },
  'routes/guardians+/_shell+/account+/sessions.$id': {
    get: 'guardian',
    post: 'guardian',
    ids: ({ guardiansSession }) => [guardiansSession],
    leadsTo: () => '/guardians/account/sessions',
    body: () => ({}),
  },
}
