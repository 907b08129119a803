import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { DateField, ErrorSummary, fieldProps, useServerForm } from '~/components/forms'
import { ButtonLink, Card, DefinitionList, PageHead, SubmitButton } from '~/components/ui'
import { parseForm, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { firstUsualDay } from '~/models/money/ledger/books/early-days.server'
import { readProof } from '~/models/money/ledger/books/payment-details.server'
import { confirmTransfer } from '~/models/money/ledger/counter/declared-payments.server'
import { methodNames } from '~/models/money/ledger/office-words'
import { findPayment } from '~/models/money/ledger/queries.server'
import { confirmTransferSchema } from '~/models/money/ledger/schema'
import { EarlyDayField, earlyDayWords } from './__early-day'
import { ProofLink } from './__proof-link'

export const handle = pageTitle(() => 'Confirm a transfer', { hasForm: true })

const declared = { may: 'payments:correct', find: findPayment } as const

/** Page of a declared payment; redirects to the payment once it is decided. */
export async function loader(args: LoaderFunctionArgs) {
  const { scope, thing: payment } = await openThing(args, declared)
  if (payment.method === 'online' || payment.state !== 'pending') throw redirect(schoolPaths.payment(payment.publicId))
  const { publicId: id, student, method, amountPaise, reference } = payment
  return {
    id,
    student,
    method,
    amountPaise,
    reference,
    proof: (await readProof(scope, payment.publicId)).proof,
    declaredOn: formatDay(todayInIndia(payment.createdAt), 'en'),
    lines: payment.lines.map((line) => ({ name: `${line.feeName} · ${line.title}`, amountPaise: line.amountPaise })),
    today: todayInIndia(new Date()),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { scope, thing: payment } = await openThing(args, declared)
  const form = await parseForm(args.request, confirmTransferSchema({ today: todayInIndia(new Date()) }))
  if (!form.ok) return form.reply()
  const confirmed = await confirmTransfer(scope, {
    paymentId: payment.publicId,
    paidOn: form.value.paid_on,
    meansEarlyDay: form.value.means_early_day === 'on',
  })
  if (confirmed.ok) {
    return redirectWithToast(schoolPaths.payment(payment.publicId), {
      type: 'success',
      title: 'Updated!',
      message: 'The money is recorded and the receipt is ready.',
    })
  }
  if (confirmed.reason === 'not-found') throw new Response(null, { status: 404 })
  if (confirmed.reason === 'future-date') return form.refuse(null, { paid_on: ['The date cannot be in the future'] })
  if (confirmed.reason === 'early-date') return form.refuse(null, earlyDayWords(await firstUsualDay(scope)))
  return form.refuse('This transfer was refused in the meantime.')
}

export default function TransferPage() {
  const view = useLoaderData<typeof loader>()
  const { form, formErrors, fields } = useServerForm<{ paid_on: string; means_early_day: string }>({
    id: 'transfer',
    lastResult: useActionData<typeof action>(),
    defaultValue: { paid_on: view.today },
  })
  const { paid_on, means_early_day } = fields
  return (
    <>
      <PageHead
        title={`${exact(view.amountPaise)} · ${view.student.name}`}
        context="Has the school received this money?"
      />
      <div className="stack">
        <Card title="Declared by the student">
          <DefinitionList
            items={[
              { label: 'Enrollment number', value: view.student.enrollmentNumber },
              { label: 'Method', value: methodNames[view.method] },
              { label: 'Reference', value: view.reference },
              { label: 'Declared on', value: view.declaredOn },
              ...(view.proof ? [{ label: 'Proof', value: <ProofLink proof={view.proof} /> }] : []),
              ...view.lines.map((line) => ({ label: line.name, value: exact(line.amountPaise) })),
            ]}
          />
        </Card>
        <Form method="post" {...form} className="card">
          <ErrorSummary
            title="Update Failed"
            errors={[
              ...formErrors.map((message) => ({ message })),
              ...[paid_on, means_early_day].flatMap(({ id, errors = [] }) =>
                errors.map((message) => ({ id, message })),
              ),
            ]}
          />
          <p>Confirm only what is on the bank statement or in the cash box. The dues it pays are then settled.</p>
          <DateField {...fieldProps(paid_on)} label="Received on" required max={view.today} />
          <EarlyDayField field={means_early_day} />
          <div className="actions">
            <SubmitButton busyText="Saving...">Confirm the money</SubmitButton>
            <ButtonLink href={schoolPaths.refuseTransfer(view.id)} variant="secondary" label="Not received" />
            <ButtonLink href={schoolPaths.transfers} variant="secondary" label="Back" />
          </div>
        </Form>
      </div>
    </>
  )
}

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })
