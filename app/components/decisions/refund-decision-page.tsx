import { useActionData, useLoaderData } from '@remix-run/react'
import { type FormResult, fieldProps, MoneyField, TextAreaField, useServerForm } from '~/components/forms'
import { OfficeForm } from '~/components/school/office-form'
import { PageHead } from '~/components/ui'
import { deductionReasonLength } from '~/models/core/shared/decisions/decision-options'
import { formatPaise, typedRupees } from '~/models/core/shared/money'
import type { HeldDue, HeldMoney } from '~/models/money/ledger/counter/give-back.server'
import { HandedBack, Obstacle } from './refund-parts'

type Fields = {
  amounts: Record<string, string>
  remarks: string
  given_by: string
  given_reference: string
  password: string
}

type Opened = { backHref: string; context: string; obstacle: string | null; money: HeldMoney; asksPassword: boolean }

/**
 * Page for a decision on a refund; its loader is made by `refunding`. If no refund is possible, shows the reason.
 * `what` completes the texts with the subject of the payment, for example `this transport`.
 */
export function RefundDecisionPage({ what }: { what: string }) {
  const opened = useLoaderData() as Opened
  const { context, obstacle, backHref } = opened
  return (
    <>
      <PageHead title="Decide on the refund" context={context} />
      {obstacle === null ? (
        <RefundDecisionForm {...opened} what={what} />
      ) : (
        <Obstacle title="This cannot be done" backHref={backHref}>
          {obstacle}
        </Obstacle>
      )}
    </>
  )
}

function RefundDecisionForm({ backHref, what, money, asksPassword }: Opened & { what: string }) {
  const lastResult = useActionData() as FormResult | undefined
  const { held, owedPaise, loweredPaise } = money
  const suggested = Object.fromEntries(held.map((due) => [`d${due.duePublicId}`, typedRupees(due.suggestedPaise)]))
  const state = useServerForm<Fields>({
    id: 'refund',
    lastResult,
    defaultValue: { amounts: suggested, given_by: 'cash' },
  })
  const { fields } = state
  const amounts = fields.amounts.getFieldset()
  return (
    <OfficeForm state={state} lastResult={lastResult} submit="Decide on the refund" cancelHref={backHref}>
      <p>
        Enter the refund for each item; the school keeps the rest. The usual refund is filled in. Your decision is final
        and cannot be changed.
      </p>
      {owedPaise > 0 ? (
        <p>
          <strong>{`Balance due for ${what}: ${exact(owedPaise)}`}</strong>
          {loweredPaise > 0
            ? `; the suggested refund of the deposit is ${exact(loweredPaise)} lower for this reason`
            : null}
          . The amount that the school keeps does not pay this balance: it stays due until it is paid.
        </p>
      ) : null}
      {held.map((due) => {
        const name = `d${due.duePublicId}`
        const field = amounts[name]
        return field ? (
          <MoneyField
            key={due.duePublicId}
            {...fieldProps(field)}
            label={`${due.name} · ${due.title}`}
            hint={hintOf(due)}
          />
        ) : null
      })}
      <TextAreaField
        {...fieldProps(fields.remarks)}
        label="Remarks"
        hint="What was deducted and why; the student sees it"
        maxLength={deductionReasonLength}
        rows={3}
      />
      <HandedBack
        fields={fields}
        isOffice={held.some((due) => due.hasOfficeMoney)}
        methodHint="For money that was paid at the office; online payments are refunded by Razorpay"
        asksPassword={asksPassword}
      />
    </OfficeForm>
  )
}

function hintOf({ heldPaise, owedPaise, hasOfficeMoney }: HeldDue): string {
  const rest = owedPaise > 0 ? `; ${exact(owedPaise)} of it is still due, so nothing is refunded` : ''
  return `${exact(heldPaise)} is held${hasOfficeMoney ? '' : ', paid online'}${rest}`
}

function exact(paise: number): string {
  return formatPaise(paise, { style: 'exact' })
}
