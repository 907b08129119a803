import { invitationLink } from '~/http/sign-in.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { type UndoAgreed, undoAgreed } from '~/models/entry/imports/undo/undo-import.server'
import { decideRefund as decideHostelRefund } from '~/models/money/hostels/decide/decide-refund.server'
import { changeHostelAccount } from '~/models/money/hostels/stay/hostel-account.server'
import type { RefundDecision } from '~/models/money/ledger/counter/give-back.server'
import { bounceCheque, cancelPayment, type Voiding } from '~/models/money/ledger/counter/void-payment.server'
import { type RequestRefund, requestRefund } from '~/models/money/ledger/refunds.server'
import { cancelOrderByOffice, type OfficeCancellation } from '~/models/money/shop/orders/cancel-order.server'
import { decideRefund as decideTransportRefund } from '~/models/money/transport/decide/decide-refund.server'
import {
  changeStaffStatus,
  demoteOwner,
  type OwnerDemotion,
  type OwnerRemoval,
} from '~/models/people/second-person/change-staff.server'
import type { AccountChange } from '~/models/people/second-person/fee-account.server'
import { changeFeeAccount } from '~/models/people/second-person/fee-account.server'
import { changeLimit, type LimitChange } from '~/models/people/second-person/limit.server'
import type { RequestKind } from '~/models/people/second-person/options'
import { agree, type Doing } from '~/models/people/second-person/requests.server'
import {
  type KeysChange,
  type KeysRemoval,
  removePaymentKeys,
  savePaymentKeys,
} from '~/models/people/second-person/save-payment-keys.server'

export interface Payloads {
  refund: RequestRefund
  bounce: Voiding
  correction: Voiding
  'import-undo': UndoAgreed
  'order-cancellation': OfficeCancellation
  'hostel-refund': RefundDecision
  'transport-refund': RefundDecision
  'fee-account': AccountChange
  'hostel-account': AccountChange
  'payment-keys': KeysChange
  'payment-keys-removal': KeysRemoval
  'owner-removal': OwnerRemoval
  'owner-demotion': OwnerDemotion
  limit: LimitChange
}

type Does<Payload> = (
  scope: SchoolScope,
  payload: Payload,
  subject: string,
) => Promise<{ ok: true } | { ok: false; reason: string }>

/** Use case of each kind of request. Once the second person agrees, it runs again with all its checks. */
const acts: { readonly [Kind in RequestKind]: Does<Payloads[Kind]> } = {
  refund: requestRefund,
  bounce: bounceCheque,
  correction: cancelPayment,
  'import-undo': (scope, payload, subject) => undoAgreed(scope, subject, payload),
  'order-cancellation': (scope, payload, subject) => cancelOrderByOffice(scope, subject, payload),
  'hostel-refund': (scope, payload, subject) => decideHostelRefund(scope, subject, payload),
  'transport-refund': (scope, payload, subject) => decideTransportRefund(scope, subject, payload),
  'fee-account': changeFeeAccount,
  'hostel-account': (scope, payload, subject) => changeHostelAccount(scope, subject, payload),
  'payment-keys': (scope, { given, before }) => savePaymentKeys(scope, given, { before }),
  'payment-keys-removal': (scope, { before }) => removePaymentKeys(scope, before),
  'owner-removal': (scope, _, subject) => changeStaffStatus(scope, subject, 'inactive', { isAgreed: true }),
  'owner-demotion': (scope, payload, subject) => demoteOwner(scope, subject, payload, invitationLink),
  limit: changeLimit,
}

const doing: Doing = (scope, kind, subject, payload) => (acts[kind] as Does<object>)(scope, payload, subject)

export const agreeToRequest = (scope: SchoolScope, publicId: string) => agree(scope, publicId, doing)
