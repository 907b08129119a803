import { Form } from '@remix-run/react'
import { useState } from 'react'
import { ErrorSummary, HiddenKey } from '~/components/forms'
import { Card, SubmitButton } from '~/components/ui'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/shared/calendar'
import { formatPaise, parseRupees } from '~/models/shared/money'

/** One thing owed, as short as it can be: forty of them go with the page. */
export interface PayableDue {
  id: string
  /** Fee and instalment. */
  name: string
  /** YYYY-MM-DD */
  dueOn: string
  balancePaise: number
  ticked?: true
  /** Of an order: no part of it can be paid. */
  whole?: true
  /** The part as it was typed. */
  part?: string
  /** Whose due it is, where it may be one of several children's. */
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
 * What is owed as the form shows it, ticked as the address says; without a word of it, all that is overdue. `declared` names what waits for
 * the school, which nobody can pay meanwhile.
 */
export function payableDues(unpaid: readonly Unpaid[], query: URLSearchParams, takesParts: boolean) {
  const wanted = query.has('form_key') || query.has('due') ? new Set(query.getAll('due')) : null
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
      if (wanted ? wanted.has(view.id) : due.isOverdue) view.ticked = true
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
 * What the ticked dues come to, in paise, each with its part as it is typed or else its balance; null where a part is no amount or more than
 * is left.
 */
function totalOf(
  dues: readonly Pick<PayableDue, 'id' | 'balancePaise'>[],
  ticked: ReadonlySet<string>,
  partOf: (id: string) => string,
) {
  let totalPaise = 0
  for (const { id, balancePaise } of dues) {
    if (!ticked.has(id)) continue
    const typed = partOf(id).trim()
    const part = typed === '' ? balancePaise : parseRupees(typed)
    if (part === null || part > balancePaise) return null
    totalPaise += part
  }
  return totalPaise
}

/** The same of a form as it stands in the browser. */
function totalNow(dues: readonly PayableDue[], form: HTMLFormElement): number | null {
  const typed = new FormData(form)
  return totalOf(dues, new Set(typed.getAll('due').map(String)), (id) => String(typed.get(`parts.d${id}`) ?? ''))
}

/** The dues of each child, in the order in which the children come; all together where they are nobody's in particular. */
function byChild(dues: readonly PayableDue[]): Array<[string | undefined, PayableDue[]]> {
  const groups = new Map<string | undefined, PayableDue[]>()
  for (const due of dues) groups.set(due.child, [...(groups.get(due.child) ?? []), due])
  return [...groups]
}

type PaySeveralFormProps = {
  dues: PayableDue[]
  formKey: string
  /** Of what is ticked, as the server last saw it; null where it does not add up. */
  totalPaise: number | null
  /** Null where the school takes no parts. */
  partMinimumPaise: number | null
  errors: ReadonlyArray<{ id?: string; message: string }>
  hint: string
  /** Of which school it is, where there may be several; goes along with the form. */
  school?: string
  back: { href: string; label: string }
}

/** What is owed, each with a tick and, where the school takes parts, an amount. The total is the server's; with script it follows what is ticked and typed. */
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

/** What was ticked and written when the form came back. */
export function asTyped(dues: PayableDue[], typed: Record<string, unknown>): PayableDue[] {
  const ticked = new Set([typed.due].flat())
  const parts = typed.parts as Record<string, string> | undefined
  return dues.map(({ ticked: _before, ...due }) => ({
    ...due,
    ...(ticked.has(due.id) ? { ticked: true as const } : {}),
    part: parts?.[`d${due.id}`],
  }))
}

/** What is wrong with the form, of a part with the field it was typed in. */
export function errorsOf(error: Record<string, string[] | null> | null | undefined) {
  return Object.entries(error ?? {}).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => (name.startsWith('parts.') ? { id: name.slice(6), message } : { message })),
  )
}
