import { formatPaise, parseRupees, typedRupees } from '~/models/core/shared/money'
import { type FineKind, type FineRule, type FineSlab, fineKinds } from '~/models/money/ledger/fine-rules'
import { maxFineSlabs, maxGraceDays, smallestAmountPaise } from './options'

type Errors = Record<string, string[]>

export function readFineDraft(text: (name: string) => string): FineDraft {
  return {
    kind: text('fine_kind'),
    amount: text('fine_amount'),
    grace_days: text('fine_grace_days'),
    cap: text('fine_cap'),
    slabs: Array.from({ length: maxFineSlabs }, (_, index) => ({
      from_day: text(`fine_slabs[${index}].from_day`),
      amount: text(`fine_slabs[${index}].amount`),
    })),
  }
}

export function fineDraftOf(rule: FineRule | null) {
  return {
    kind: (rule?.kind ?? 'none') as string,
    amount: rule && rule.kind !== 'slabs' ? typedRupees(rule.amountPaise) : '',
    grace_days: rule && rule.graceDays > 0 ? String(rule.graceDays) : '',
    cap: rule?.capPaise ? typedRupees(rule.capPaise) : '',
    slabs: Array.from({ length: maxFineSlabs }, (_, index) => {
      const slab = rule?.slabs[index]
      return slab
        ? { from_day: String(slab.fromDay), amount: typedRupees(slab.amountPaise) }
        : { from_day: '', amount: '' }
    }),
  }
}

export type FineDraft = ReturnType<typeof fineDraftOf>

/**
 * Returns the rule of a valid draft (null: no late fine), or errors by field name. Ignores fields that this kind of
 * fine does not use.
 */
export function checkFine(draft: FineDraft): { ok: true; rule: FineRule | null } | { ok: false; errors: Errors } {
  const kind = (draft.kind || 'none') as FineKind
  if (!fineKinds.includes(kind)) return { ok: false, errors: { fine_kind: ['Select a valid late fine'] } }
  if (kind === 'none') return { ok: true, rule: null }
  const errors: Errors = {}
  const graceDays = wholeNumber(draft.grace_days || '0', maxGraceDays)
  if (graceDays === null) errors.fine_grace_days = [`Enter a whole number from 0 to ${maxGraceDays}`]
  const capPaise = draft.cap.trim() === '' ? null : rupees(draft.cap, 'fine_cap', errors)
  const amountPaise = kind === 'slabs' ? 0 : rupees(draft.amount, 'fine_amount', errors)
  const slabs = kind === 'slabs' ? readSlabs(draft.slabs, errors) : []
  if (capPaise !== null && capPaise < amountPaise && !errors.fine_amount && !errors.fine_cap)
    errors.fine_cap = ['The limit is less than the fine']
  if (Object.keys(errors).length > 0 || graceDays === null) return { ok: false, errors }
  return { ok: true, rule: { kind, amountPaise, graceDays, capPaise, slabs } }
}

function readSlabs(rows: FineDraft['slabs'], errors: Errors): FineSlab[] {
  const slabs: FineSlab[] = []
  rows.forEach((row, index) => {
    if (row.from_day.trim() === '' && row.amount.trim() === '') return
    const field = `fine_slabs[${index}]`
    const before = slabs.at(-1)
    const fromDay = wholeNumber(row.from_day, 999)
    if (!fromDay) errors[`${field}.from_day`] = ['Enter the first day of the slab, from 1 to 999']
    else if (before && fromDay <= before.fromDay)
      errors[`${field}.from_day`] = ['Each slab must begin later than the one before']
    const amountPaise = rupees(row.amount, `${field}.amount`, errors)
    if (before && amountPaise <= before.amountPaise && !errors[`${field}.amount`])
      errors[`${field}.amount`] = ['The fine must be higher than in the slab before']
    slabs.push({ fromDay: fromDay ?? 0, amountPaise })
  })
  if (slabs.length === 0) errors['fine_slabs[0].from_day'] = ['Enter at least one slab']
  return slabs
}

function wholeNumber(text: string, max: number): number | null {
  const trimmed = text.trim()
  return /^\d{1,3}$/.test(trimmed) && Number(trimmed) <= max ? Number(trimmed) : null
}

function rupees(text: string, field: string, errors: Errors): number {
  const paise = text.trim() === '' ? 0 : parseRupees(text)
  if (paise === null) errors[field] = ['Enter an amount in rupees, such as 50 or 12.50']
  else if (paise < smallestAmountPaise) errors[field] = ['Enter an amount of at least ₹1']
  return paise ?? 0
}

/** Formats the rule for the office: `₹10 a day after 5 days of grace, at most ₹500`. */
export function fineWords(rule: FineRule | null): string {
  if (!rule) return 'None'
  const money = (paise: number) => formatPaise(paise, { style: 'short' })
  const grace = rule.graceDays === 0 ? '' : ` after ${rule.graceDays} ${rule.graceDays === 1 ? 'day' : 'days'} of grace`
  const cap = rule.capPaise === null ? '' : `, at most ${money(rule.capPaise)}`
  if (rule.kind === 'flat') return `${money(rule.amountPaise)} once${grace}`
  if (rule.kind === 'per_day') return `${money(rule.amountPaise)} a day${grace}${cap}`
  const slabs = rule.slabs.map((slab) => `${money(slab.amountPaise)} from day ${slab.fromDay}`).join(', ')
  return `${slabs}${grace}${cap}`
}
