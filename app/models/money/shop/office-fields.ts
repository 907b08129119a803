import { field, form } from '~/kit/forms/fields'
import { plainBreaks } from '~/models/core/shared/text'
import { offlineNames } from '~/models/money/ledger/office-words'
import {
  methodFacts,
  type OfflineMethod,
  referenceHint,
  refundReferenceHint,
} from '~/models/money/ledger/payment-methods'
import { maxReasonLength } from './options'

const control = { autoComplete: 'off' }
const howPaid = 'Choose how it is paid'
const stale = 'Open the page again'

/** Idempotency key of a form, in a hidden field. */
const formKey = field.line('Key', 40, { required: stale, pattern: { looks: /^[\w-]{8,40}$/, words: stale } })

/** Amount in paise as the page showed it, in a hidden field. */
const shownPaise = {
  read: (input: string) => (/^\d{1,12}$/.test(input) ? Number(input) : null),
  show: String,
  words: stale,
}

export const cancellationForm = form(
  'cancellation',
  {
    reason: field.line('Reason', maxReasonLength, {
      required: 'Enter the reason',
      min: 3,
      hint: 'The student sees it with the order',
      repair: plainBreaks,
      control,
    }),
  },
  { givenPaise: field.typed('Refund', { name: 'given_paise', required: stale, typed: shownPaise }) },
  {
    givenBy: field.choice('Refund method', offlineNames, {
      invalid: 'Choose the refund method',
      hasNoEmptyOption: true,
      start: 'cash',
    }),
  },
  { givenReference: field.line('Refund reference', 80, { hint: refundReferenceHint, control }) },
)

export const handOverForm = form(
  'handover',
  { formKey },
  {
    to: field.line('Handed over to', 120, {
      required: 'Enter who collects it',
      min: 2,
      hint: 'The student, or the person who collects it',
      control,
    }),
  },
  { amountPaise: field.typed('Amount', { name: 'amount_paise', typed: shownPaise }) },
  { method: field.choice('Method', offlineNames, { invalid: howPaid, asRadios: true, start: 'cash' }) },
  { reference: field.line('Reference', 80, { hint: referenceHint, control }) },
  { repeatsReference: field.tick('It is a different payment with the same reference') },
)

/** Checks the payment fields of the counter; call it only when there is a balance. */
export function checkCounter(
  { method, reference }: { method?: OfflineMethod | null; reference?: string | null },
  say: (field: 'method' | 'reference', words: string) => void,
): void {
  const missingReference = method && methodFacts[method].missingReference
  if (!method) say('method', howPaid)
  else if (missingReference && reference === null) say('reference', missingReference)
}

const pieces = {
  read: (input: string) => (/^\d{1,9}$/.test(input) && Number(input) > 0 ? Number(input) : null),
  show: String,
  words: 'Enter a whole number from 1',
}

export const stockForm = form(
  'stock',
  { formKey },
  { variant: field.thing('Size', { required: 'Choose the size', calledBy: 'label', hasNoEmptyOption: true }) },
  {
    what: field.choice(
      'What happened?',
      { received: 'Received', lost: 'Lost or damaged' },
      { required: 'Choose what happened', asRadios: true, start: 'received' },
    ),
  },
  {
    quantity: field.typed('How many', {
      required: 'Enter how many',
      typed: pieces,
      control: { ...control, inputMode: 'numeric', className: 'input input-short' },
    }),
  },
  {
    reason: field.line('Reason or supplier', 200, {
      hint: 'Needed for lost or damaged pieces; kept in the audit log',
      control,
    }),
  },
)
