import { Form } from '@remix-run/react'
import { useState } from 'react'
import { ErrorSummary, HiddenKey } from '~/components/forms'
import { Card, SubmitButton } from '~/components/ui'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/core/shared/calendar'
import { formatPaise, parseRupees } from '~/models/core/shared/money'

/** Due on the payment form. Kept small, because a page may carry forty of them. */
export interface PayableDue {
  id: string
  /** Fee and instalment. */
  name: string
  /** YYYY-MM-DD */
  dueOn: string
  balancePaise: number
  ticked?: true
  /** Due of an order, which must be paid in full. */
  whole?: true
  /** Part amount as typed. */
  part?: string
  /** Child's name, when the dues may belong to several children. */
  child?: string
}

const maxPartLength = 20

interface Unpaid {
  publicId: string
  name: string
  title: string
  dueOn: string
  balancePaise: number
  kind: string
  isDeclared: boolean
  isOverdue: boolean
  child?: string
}

/**
 * Dues for the form. Ticks the dues that the query names; without a query, ticks all overdue ones. `declared` names the
 * dues that cannot be paid now, because the office has not yet confirmed a declared payment for them.
 */
export function payableDues(unpaid: readonly Unpaid[], query: URLSearchParams, takesParts: boolean) {
  const requestedIds = query.has('form_key') || query.has('due') ? new Set(query.getAll('due')) : null
  const partOf = (id: string) => (query.get(`parts.d${id}`) ?? '').trim().slice(0, maxPartLength)
  const dues = unpaid
    .filter((due) => !due.isDeclared)
    .map((due) => {
      const view: PayableDue = {
        id: due.publicId,
        name: `${due.name} · ${due.title}`,
        dueOn: due.dueOn,
        balancePaise: due.balancePaise,
      }
      if (due.child !== undefined) view.child = due.child
      if (due.kind === 'order') view.whole = true
      const part = takesParts && !view.whole ? partOf(view.id) : ''
      if (part !== '') view.part = part
      if (requestedIds ? requestedIds.has(view.id) : due.isOverdue) view.ticked = true
      return view
    })
  const ticked = new Set(dues.flatMap((due) => (due.ticked ? [due.id] : [])))
  const parts = new Map(dues.map((due) => [due.id, due.part ?? '']))
  return {
    dues,
    declared: unpaid.filter((due) => due.isDeclared).map((due) => `${due.name} · ${due.title}`),
    totalPaise: totalOf(dues, ticked, (id) => parts.get(id) ?? ''),
  }
}

/**
 * Total in paise of the ticked dues: of each, the typed part or else the whole balance. Null when a part is invalid or
 * exceeds the balance of its due.
 */
function totalOf(
  dues: readonly Pick<PayableDue, 'id' | 'balancePaise'>[],
  ticked: ReadonlySet<string>,
  partOf: (id: string) => string,
) {
  let totalPaise = 0
  for (const { id, balancePaise } of dues) {
    if (!ticked.has(id)) continue
    const partText = partOf(id).trim()
    const part = partText === '' ? balancePaise : parseRupees(partText)
    if (part === null || part > balancePaise) return null
    totalPaise += part
  }
  return totalPaise
}

function totalNow(dues: readonly PayableDue[], form: HTMLFormElement): number | null {
  const formData = new FormData(form)
  return totalOf(dues, new Set(formData.getAll('due').map(String)), (id) => String(formData.get(`parts.d${id}`) ?? ''))
}

/** Groups dues by child in order of appearance; dues without a child form one group. */
function byChild(dues: readonly PayableDue[]): Array<[string | undefined, PayableDue[]]> {
  const groups = new Map<string | undefined, PayableDue[]>()
  for (const due of dues) groups.set(due.child, [...(groups.get(due.child) ?? []), due])
  return [...groups]
}

type PaySeveralFormProps = {
  dues: PayableDue[]
  formKey: string
  /** Total of the ticked dues as the server last computed it; null if a part amount is invalid. */
  totalPaise: number | null
  /** Null if the school accepts no part payments. */
  partMinimumPaise: number | null
  errors: ReadonlyArray<{ id?: string; message: string }>
  hint: string
  /** School of the dues, when there may be several; posted with the form. */
  school?: string
  back: { href: string; label: string }
}

/**
 * Dues with a checkbox each and, if the school accepts part payments, an amount. The server computes the total; with
 * JavaScript it follows each change.
 */
export function PaySeveralForm(props: PaySeveralFormProps) {
  const { dues, formKey, totalPaise, partMinimumPaise, errors, hint, school, back } = props
  const language = currentLanguage()
  const [shownPaise, setShownPaise] = useState(totalPaise)
  const takesParts = partMinimumPaise !== null
  const wrong = new Map(errors.map(({ id, message }) => [id, message]))
  const field = (due: PayableDue) => (
    <div className="field" key={due.id}>
      <label className="choice">
        <input type="checkbox" name="due" id={due.id} value={due.id} defaultChecked={due.ticked} />
        <span>
          {due.name}{' '}
          <span className="choice-hint">
            {formatDay(due.dueOn, language)} · {formatPaise(due.balancePaise, { style: 'exact' })}
          </span>
        </span>
      </label>
      {takesParts && !due.whole ? (
        <input
          className="input input-short"
          name={`parts.d${due.id}`}
          id={`d${due.id}`}
          inputMode="decimal"
          placeholder={formatPaise(due.balancePaise, { style: 'exact' })}
          autoComplete="off"
          aria-label={m.payments_part_amount({ fee: due.name })}
          aria-invalid={wrong.has(`d${due.id}`) || undefined}
          defaultValue={due.part}
        />
      ) : null}
      {wrong.has(`d${due.id}`) ? <p className="error">{wrong.get(`d${due.id}`)}</p> : null}
    </div>
  )
  return (
    <Form method="post" noValidate onChange={(event) => setShownPaise(totalNow(dues, event.currentTarget))}>
      <ErrorSummary title={m.payments_failed_title()} errors={errors} />
      <Card>
        <p>{hint}</p>
        {takesParts ? <p className="soft">{partHint(partMinimumPaise)}</p> : null}
        <HiddenKey value={formKey} />
        {school ? <input type="hidden" name="school" value={school} /> : null}
        {byChild(dues).map(([child, own]) =>
          child === undefined ? (
            own.map(field)
          ) : (
            <fieldset className="field" key={own[0]?.id}>
              <legend>{child}</legend>
              {own.map(field)}
            </fieldset>
          ),
        )}
        {shownPaise === null ? null : (
          <p role="status">
            {m.payments_several_total()}: <strong>{formatPaise(shownPaise, { style: 'exact' })}</strong>
          </p>
        )}
        <p className="soft">{m.payments_pay_method()}</p>
        <div className="actions">
          <SubmitButton variant="next" busyText={m.payments_pay_busy()}>
            {m.payments_several_go()}
          </SubmitButton>
          <button className="btn btn-secondary" type="submit" formMethod="get" formNoValidate>
            {m.payments_several_update()}
          </button>
          <a className="btn btn-secondary" href={back.href}>
            {back.label}
          </a>
        </div>
      </Card>
    </Form>
  )
}

function partHint(minimumPaise: number): string {
  const hint = m.payments_part_hint()
  if (minimumPaise === 0) return hint
  return `${hint} ${m.payments_part_least({ amount: formatPaise(minimumPaise, { style: 'short' }) })}`
}

/** Restores the submitted ticks and part amounts after a refusal. */
export function asTyped(dues: PayableDue[], formValues: Record<string, unknown>): PayableDue[] {
  const ticked = new Set([formValues.due].flat())
  const parts = formValues.parts as Record<string, string> | undefined
  return dues.map(({ ticked: _before, ...due }) => ({
    ...due,
    ...(ticked.has(due.id) ? { ticked: true as const } : {}),
    part: parts?.[`d${due.id}`],
  }))
}

/** Errors of the form; the error of a part amount has the id of its field. */
export function errorsOf(error: Record<string, string[] | null> | null | undefined) {
  return Object.entries(error ?? {}).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => (name.startsWith('parts.') ? { id: name.slice(6), message } : { message })),
  )
}
