import { randomUUID } from 'node:crypto'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { Policy } from '../security/policy'
import { staffPassword } from '../security/world'

const today = () => todayInIndia(new Date())

export const collectionsPolicies: Record<string, Policy> = {
  'routes/students+/_shell+/fees+/pay': {
    guardians: 'pays',
    get: 'student',
    post: 'student',
    body: (things) => ({ form_key: randomUUID(), due: things.due.publicId }),
    notAcceptedBecause: 'the link is made by the provider (a flow shows it)',
  },
  'routes/students+/_shell+/fees+/transfer': {
    guardians: 'pays',
    get: 'student',
    post: 'student',
    body: (things) => ({ form_key: randomUUID(), due: things.due.publicId, reference: 'UTR 4711' }),
  },
  'routes/students+/_shell+/payments+/$id.withdrawal': {
    guardians: 'pays',
    get: 'student',
    post: 'student',
    ids: (things) => [things.transfer],
    body: () => ({}),
  },
  'routes/students+/_shell+/payments+/index': { guardians: 'money', get: 'student' },
  'routes/students+/_shell+/payments+/statement[.]pdf': { guardians: 'money', get: 'student' },
  'routes/school+/_shell+/collections+/$id.bounce': {
    get: 'payments:correct',
    post: 'payments:correct',
    ids: (things) => [things.cheque],
    body: () => ({ reason: 'Funds insufficient' }),
  },
  'routes/school+/_shell+/collections+/$id.correction': {
    get: 'payments:correct',
    post: 'payments:correct',
    ids: (things) => [things.payment],
    body: () => ({ reason: 'Written down twice' }),
  },
  'routes/school+/_shell+/collections+/$id.refund': {
    get: 'payments:correct',
    post: 'payments:correct',
    ids: (things) => [things.payment],
    body: () => ({
      form_key: randomUUID(),
      from: 'any',
      amount: '1',
      reason: 'Paid by mistake',
      given_by: 'cash',
      password: staffPassword,
    }),
  },
  'routes/school+/_shell+/collections+/transfers.index': { get: 'fees:view' },
  'routes/school+/_shell+/collections+/transfers[.]csv': { get: 'fees:view' },
  'routes/school+/_shell+/collections+/transfers.$id.index': {
    get: 'payments:correct',
    post: 'payments:correct',
    ids: (things) => [things.transfer],
    body: () => ({ paid_on: today() }),
  },
  'routes/school+/_shell+/collections+/transfers.$id.refusal': {
    get: 'payments:correct',
    post: 'payments:correct',
    ids: (things) => [things.transfer],
    body: () => ({ reason: 'Not on the statement' }),
  },
  'routes/school+/_shell+/collections+/cash-closings.index': { get: 'fees:view' },
  'routes/school+/_shell+/collections+/cash-closings[.]csv': { get: 'fees:view' },
  'routes/school+/_shell+/collections+/cash-closings.new': {
    get: 'fees:collect',
    post: 'fees:collect',
    body: () => ({ form_key: randomUUID(), shown_paise: '0', notes500: '1', remarks: 'A note that was found' }),
  },
  'routes/school+/_shell+/collections+/excess.index': { get: 'fees:view' },
  'routes/school+/_shell+/collections+/excess[.]csv': { get: 'fees:view' },
  'routes/school+/_shell+/collections+/receipts.index': { get: 'fees:view' },
  'routes/school+/_shell+/collections+/receipts[.]csv': { get: 'fees:view' },
}
