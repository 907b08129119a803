import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { isDay } from '~/models/core/shared/calendar'
import { formatPaise, parseRupees } from '~/models/core/shared/money'
import { declaredReferenceLength, maxDuesOfBasket, maxDuesOfPayment, smallestOnlinePaise } from './options'
import { methodFacts, type OfflineMethod, offlineMethods } from './payment-methods'

const stale = { error: () => m.payments_form_stale() }

/** Idempotency key that our pages put into a form; refuses values of another format. */
const formKey = z.string(stale).regex(/^[\w-]{8,40}$/, stale)

/** An online payment submits only its form key: the server knows the payer, the dues and the amount. */
export const payOnlineSchema = z.object({ form_key: formKey })

/** A student's declaration of a bank transfer for the selected dues; the server knows the amount. */
export const declareTransferSchema = z.object({
  form_key: formKey,
  due: z
    .union([z.string(), z.array(z.string())], { error: () => m.payments_transfer_choose() })
    .transform((ids) => [ids].flat().slice(0, maxDuesOfPayment)),
  reference: z
    .string({ error: () => m.room_reference_required() })
    .trim()
    .min(1, { error: () => m.room_reference_required() })
    .max(declaredReferenceLength, { error: () => m.students_too_long({ count: declaredReferenceLength }) }),
})

export const wrongAmount = 'Enter an amount such as 1,250 or 1250.50'

/**
 * An amount typed in rupees, kept in paise; `wrong` returns an error message or null, and receives null paise for text
 * that is not an amount.
 */
export function rupees(wrong: (paise: number | null, input: string) => string | null, missing?: string) {
  return z
    .string(missing)
    .trim()
    .transform((input, context) => {
      const paise = parseRupees(input)
      const message = wrong(paise, input)
      if (message !== null) context.addIssue({ code: 'custom', message })
      return paise ?? 0
    })
}

/** Amount to pay of each due: fields `parts.d` + public id, in rupees; a due without such a field is paid in full. */
function partsSchema(wrong: () => string) {
  const part = rupees((paise, input) => (input === '' || paise ? null : wrong()))
  return z
    .record(z.string().regex(/^d[2-9b-z]{12}$/), part.optional())
    .optional()
    .transform((parts) => {
      const partAmounts = Object.entries(parts ?? {}).flatMap(([key, paise]) =>
        paise ? [[key.slice(1), paise] as const] : [],
      )
      return new Map(partAmounts)
    })
}

/**
 * Several dues, or parts of them, paid online together. The parts are only requests: the ledger checks the balances and
 * the school's rule for paying in parts.
 */
const payTogether = (max: number) =>
  z.object({
    form_key: formKey,
    due: z
      .array(z.string().regex(/^[2-9b-z]{12}$/, { error: () => m.payments_gone() }), {
        error: () => m.payments_choose(),
      })
      .min(1, { error: () => m.payments_choose() })
      .max(max, { error: () => m.payments_choose_fewer({ max }) }),
    parts: partsSchema(() => m.payments_part_wrong()),
  })

export const paySeveralSchema = payTogether(maxDuesOfPayment)
export const payFamilySchema = payTogether(maxDuesOfBasket)

// Only the office uses the counter's form, so its texts are English.
const optionalText = (maxLength: number) =>
  z.string().trim().max(maxLength, `Use at most ${maxLength} characters`).optional()

const paidOn = (today: string) =>
  z
    .string('Payment date is required')
    .trim()
    .refine((day) => isDay(day) && day >= '2000-01-01', { error: 'Enter a date as yyyy-mm-dd', abort: true })
    .refine((day) => day <= today, 'The date cannot be in the future')

const dueId = /^[2-9b-z]{12}$/
const shownPaise = z.coerce.number('Open the page again').int('Open the page again').min(0, 'Open the page again')

/**
 * A payment at the counter: an amount (`parts`) for each selected due (`due`), and an advance. `owed` are the balances
 * and `sum_paise` the total as the page showed them: the page shows a changed total before booking, and the ledger
 * refuses a changed balance.
 */
export function offlinePaymentSchema({ today }: { today: string }) {
  return z
    .object({
      form_key: formKey,
      student: z.string().regex(dueId, 'Open the page again').optional(),
      due: z
        .array(z.string().regex(dueId, 'Choose what is being paid'), 'Choose what is being paid')
        .max(maxDuesOfPayment, `Choose at most ${maxDuesOfPayment}`)
        .default([]),
      parts: partsSchema(() => wrongAmount),
      advance: rupees((paise, input) => (input === '' || paise !== null ? null : wrongAmount)).optional(),
      owed: z.record(z.string().regex(/^d[2-9b-z]{12}$/), shownPaise).default({}),
      sum_paise: shownPaise,
      credit_seen: shownPaise.optional(),
      method: z.enum(offlineMethods, 'Choose how it was paid'),
      paid_on: paidOn(today),
      means_early_day: z.literal('on').optional(),
      reference: optionalText(80),
      repeats_reference: z.literal('on').optional(),
      cash_given: rupees((paise) => (paise === null ? wrongAmount : null)).optional(),
      remarks: optionalText(200),
    })
    .superRefine((values, context) => {
      const say = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message })
      if (values.due.length === 0 && !values.advance) say(['due'], 'Choose what is being paid')
      for (const id of values.due.filter((one) => dueId.test(one))) {
        const paise = values.parts.get(id)
        const owed = values.owed[`d${id}`]
        if (paise === undefined) say(['parts', `d${id}`], 'Enter the amount')
        else if (owed !== undefined && paise > owed)
          say(['parts', `d${id}`], `The amount exceeds the balance of ${formatPaise(owed, { style: 'exact' })}`)
      }
      const { missingReference } = methodFacts[values.method]
      if (missingReference && values.reference === undefined) say(['reference'], missingReference)
    })
}

/** Credit for the selected dues: `credit_paise` is the amount that the button showed. */
export const spendCreditSchema = z.object({
  due: z
    .array(z.string().regex(dueId, 'Choose what is being paid'), 'Choose what is being paid')
    .min(1)
    .max(maxDuesOfPayment),
  credit_paise: shownPaise,
})

const reason = z.string('Enter the reason').trim().min(3, 'Enter the reason').max(200, 'Use at most 200 characters')

/** Reason for a bounced cheque, a mistaken payment or a refused transfer. */
export const reasonSchema = z.object({ reason })

/**
 * A refund: source, amount and reason; at the counter also the method. The password is required again when it was last
 * entered long ago.
 */
export function refundSchema({ isOnline }: { isOnline: boolean }) {
  const least = isOnline ? smallestOnlinePaise : 1
  const tooLittle = `Enter at least ${formatPaise(least, { style: 'short' })}`
  return z
    .object({
      form_key: formKey,
      from: z.string().regex(/^(any|excess|[2-9b-z]{12})$/, 'Choose what is refunded'),
      amount: rupees((paise) => {
        if (paise === null) return wrongAmount
        return paise < least ? tooLittle : null
      }, 'Enter the amount'),
      reason,
      given_by: isOnline ? z.undefined().catch(undefined) : z.enum(offlineMethods, 'Choose the refund method'),
      given_reference: optionalText(80),
      password: z.string().optional().default(''),
    })
    .refine(saysWhichRefund, wantedReference)
}

/** Returns false when the refund's method requires a reference and none is entered; the reference traces the refund. */
export function saysWhichRefund(refundInput: { given_by?: OfflineMethod; given_reference?: string | null }): boolean {
  return (
    !refundInput.given_by || !methodFacts[refundInput.given_by].missingReference || Boolean(refundInput.given_reference)
  )
}

export const wantedReference = {
  path: ['given_reference'],
  error: 'Enter the cheque number, the UPI reference or the UTR of the refund',
}

/** Confirmation that the money of a declared payment has arrived, with the day. */
export function confirmTransferSchema({ today }: { today: string }) {
  return z.object({ paid_on: paidOn(today), means_early_day: z.literal('on').optional() })
}
