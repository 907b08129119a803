import { Form } from '@remix-run/react'
import { useState } from 'react'
import { ErrorSummary, HiddenKey } from '~/components/forms'
import { Card, SubmitButton } from '~/components/ui'
import { paths } from '~/http/paths'
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
}

/**
 * What the ticked dues come to, in paise, each with its part as it is typed or else its balance; null where a part is no amount or more than
 * is left.
 */
export function totalOf(
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

type PaySeveralFormProps = {
  dues: PayableDue[]
  formKey: string
  /** Of what is ticked, as the server last saw it; null where it does not add up. */
  totalPaise: number | null
  /** Null where the school takes no parts. */
  partMinimumPaise: number | null
  errors: ReadonlyArray<{ id?: string; message: string }>
}

/** What is owed, each with a tick and, where the school takes parts, an amount. The total is the server's; with script it follows what is ticked and typed. */
export function PaySeveralForm({ dues, formKey, totalPaise, partMinimumPaise, errors }: PaySeveralFormProps) {
  const language = currentLanguage()
  const [shownPaise, setShownPaise] = useState(totalPaise)
  const takesParts = partMinimumPaise !== null
  const wrong = new Map(errors.map(({ id, message }) => [id, message]))
  return (
    <Form method="post" noValidate onChange={(event) => setShownPaise(totalNow(dues, event.currentTarget))}>
      <ErrorSummary title={m.payments_failed_title()} errors={errors} />
      <Card>
        <p>{m.payments_several_hint()}</p>
        {takesParts ? <p className="soft">{partHint(partMinimumPaise)}</p> : null}
        <HiddenKey value={formKey} />
        {dues.map((due) => (
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
        ))}
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
          <a className="btn btn-secondary" href={paths.student.fees}>
            {m.payments_to_fees()}
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
