import { accountWords } from '~/models/core/schools/bank-account'
import { formatPaise } from '~/models/core/shared/money'
import { methodNames } from '~/models/money/ledger/office-words'
import type { OfflineMethod } from '~/models/money/ledger/payment-methods'
import { roleNames } from '~/models/people/accounts/staff/staff-options'
import type { RequestKind } from '~/models/people/second-person/options'
import type { Payloads } from './__acts.server'

type Fact = { label: string; value: string | null }
type Facts = { readonly [Kind in RequestKind]: (payload: Payloads[Kind]) => Fact[] }

const handedBack = (how: { givenBy?: OfflineMethod | null; givenReference?: string | null }): Fact[] => [
  { label: 'Refund method', value: how.givenBy ? methodNames[how.givenBy] : 'Same way as paid' },
  { label: 'Reference', value: how.givenReference ?? null },
]
const reason = (payload: { reason: string }): Fact[] => [{ label: 'Reason', value: payload.reason }]
const decided: (payload: Payloads['hostel-refund']) => Fact[] = (decision) => [
  { label: 'Remarks', value: decision.remarks },
  ...handedBack(decision),
]
const account: (payload: Payloads['fee-account']) => Fact[] = ({ before, after }) => [
  { label: 'Existing account', value: accountWords(before) },
  { label: 'New account', value: accountWords(after) },
]
const limit = (paise: number | null) => (paise === null ? 'Never' : `Above ${formatPaise(paise, { style: 'short' })}`)

const facts: Facts = {
  refund: (payload) => [...reason(payload), ...handedBack(payload)],
  bounce: reason,
  correction: reason,
  'import-undo': ({ rest }) => [
    { label: 'Payments that cannot be reversed', value: rest ? 'Stay as they are' : 'Stop everything' },
  ],
  'order-cancellation': (payload) => [...reason(payload), ...handedBack(payload)],
  'hostel-refund': decided,
  'transport-refund': decided,
  'fee-account': account,
  'hostel-account': account,
  'payment-keys': ({ given }) => [
    { label: 'New key id', value: `•••• ${given.keyId.slice(-4)}` },
    { label: 'New key secret', value: given.keySecret === '' ? 'No' : 'Yes' },
    { label: 'New webhook secret', value: given.webhookSecret === '' ? 'No' : 'Yes' },
  ],
  'payment-keys-removal': () => [{ label: 'Afterwards', value: 'Families can no longer pay online' }],
  'owner-removal': ({ name }) => [
    { label: 'Owner', value: name },
    { label: 'Afterwards', value: 'Cannot sign in' },
  ],
  'owner-demotion': ({ fields }) => [
    { label: 'Owner', value: fields.name },
    { label: 'New role', value: roleNames[fields.role] },
  ],
  limit: ({ before, after }) => [
    { label: 'Second person currently', value: limit(before) },
    { label: 'Afterwards', value: limit(after) },
  ],
}

/** Facts of a request that the second person sees; they never contain a secret. */
export const factsOf = (kind: RequestKind, payload: object): Fact[] =>
  (facts[kind] as (payload: object) => Fact[])(payload)
