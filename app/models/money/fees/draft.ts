import { parseRupees, typedRupees } from '~/models/core/shared/money'
import { type FineRule, readFineRule } from '~/models/money/ledger/fine-rules'
import { type FineDraft, fineDraftOf, readFineDraft } from './fine-fields'
import { maxHeads, maxInstalments, shownHeads, shownInstalments, splitDayOfMonth } from './options'
import { type Head, type Instalment, splitEvenly, spreadDays, sumOf } from './rules'

const blankHead = { kind: 'other', name: '', amount: '' }
const blankInstalment = { title: '', due_on: '', amount: '' }

/** Fee form as typed; every response of the server returns it. */
export interface FeeDraft {
  name: string
  academic_session: string
  class: string
  heads: Array<typeof blankHead>
  instalments: Array<typeof blankInstalment>
  split_count: string
  fine: FineDraft
}

export type FeeErrors = Record<string, string[]>

/** Intents of the buttons that change the form without saving the fee; the response keeps everything typed. */
export const draftIntents = ['add-head', 'add-instalment', 'split'] as const
export type DraftIntent = (typeof draftIntents)[number]

export function isDraftIntent(intent: unknown): intent is DraftIntent {
  return draftIntents.some((draftIntent) => draftIntent === intent)
}

/** Empty form; its late fine defaults to the school's setting. */
export function emptyDraft(
  initialChoice: { academic_session: string; class: string },
  fineRule: FineRule | null = null,
): FeeDraft {
  return {
    name: '',
    ...initialChoice,
    fine: fineDraftOf(fineRule),
    heads: [{ kind: 'tuition', name: 'Tuition fee', amount: '' }, ...rowsLike(blankHead, shownHeads - 1)],
    instalments: rowsLike(blankInstalment, shownInstalments),
    split_count: String(shownInstalments),
  }
}

const rowsLike = <Row>(blank: Row, length: number) => Array.from({ length }, () => ({ ...blank }))

/** Reads the typed form from a posted body. Ignores rows beyond the form's limits, whatever their index. */
export function readDraft(form: FormData): FeeDraft {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const rows = <Row extends object>(list: string, max: number, probe: keyof Row, blank: Row): Row[] => {
    const draftRows: Row[] = []
    for (let index = 0; index < max && form.has(`${list}[${index}].${String(probe)}`); index++) {
      const inputFields = Object.keys(blank).map((name) => [name, text(`${list}[${index}].${name}`)])
      draftRows.push(Object.fromEntries(inputFields))
    }
    return draftRows
  }
  return {
    name: text('name'),
    academic_session: text('academic_session'),
    class: text('class'),
    heads: rows('heads', maxHeads, 'name', blankHead),
    instalments: rows('instalments', maxInstalments, 'title', blankInstalment),
    split_count: text('split_count'),
    fine: readFineDraft(text),
  }
}

/**
 * Applies one of the form's helper buttons. A split replaces the instalments' amounts and fills only empty titles and
 * dates; without valid heads and a number from 1 to 12 it returns errors by field.
 */
export function reshapeDraft(
  draft: FeeDraft,
  intent: DraftIntent,
  sessionStartsOn: string | null,
): { draft: FeeDraft; errors: FeeErrors } {
  if (intent === 'add-head') {
    return { draft: { ...draft, heads: [...draft.heads, { ...blankHead }].slice(0, maxHeads) }, errors: {} }
  }
  if (intent === 'add-instalment') {
    const instalments = [...draft.instalments, { ...blankInstalment }].slice(0, maxInstalments)
    return { draft: { ...draft, instalments }, errors: {} }
  }
  return splitDraft(draft, sessionStartsOn)
}

function splitDraft(draft: FeeDraft, sessionStartsOn: string | null): { draft: FeeDraft; errors: FeeErrors } {
  const errors: FeeErrors = {}
  const count = /^\d{1,2}$/.test(draft.split_count.trim()) ? Number(draft.split_count) : 0
  if (count < 1 || count > maxInstalments) errors.split_count = [`Enter a whole number from 1 to ${maxInstalments}`]
  const amounts: Array<{ amountPaise: number }> = []
  draft.heads.forEach((head, index) => {
    if (head.amount.trim() === '') return
    const amountPaise = parseRupees(head.amount)
    if (amountPaise === null)
      errors[`heads[${index}].amount`] = ['Enter an amount in rupees, such as 12,500 or 12500.50']
    else amounts.push({ amountPaise })
  })
  if (amounts.length === 0 && Object.keys(errors).length === 0) {
    errors['heads[0].amount'] = ['Enter the amounts of the heads first']
  }
  if (Object.keys(errors).length > 0) return { draft, errors }
  const days = sessionStartsOn === null ? [] : spreadDays(sessionStartsOn, count, splitDayOfMonth)
  const instalments = splitEvenly(sumOf(amounts), count).map((paise, index) => {
    const typedInstalment = draft.instalments[index]
    return {
      title: typedInstalment?.title || (count === 1 ? 'Full year' : `Instalment ${index + 1}`),
      due_on: typedInstalment?.due_on || (days[index] ?? ''),
      amount: typedRupees(paise),
    }
  })
  return { draft: { ...draft, instalments }, errors: {} }
}

export function draftOf(fee: {
  name: string
  sessionPublicId: string
  classPublicId: string
  heads: readonly Head[]
  instalments: readonly Instalment[]
  fineRule: string | null
}): FeeDraft {
  return {
    name: fee.name,
    academic_session: fee.sessionPublicId,
    class: fee.classPublicId,
    heads: fee.heads.map((head) => ({ kind: head.kind, name: head.name, amount: typedRupees(head.amountPaise) })),
    instalments: fee.instalments.map((one) => ({
      title: one.title,
      due_on: one.dueOn,
      amount: typedRupees(one.amountPaise),
    })),
    split_count: String(fee.instalments.length),
    fine: fineDraftOf(readFineRule(fee.fineRule)),
  }
}
