import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { FieldError, HiddenKey, useServerForm } from '~/components/forms'
import { TransferFields, type TransferValues } from '~/components/payments/transfer-fields'
import { Alert, Card, LinkParagraph, PageHead, SubmitButton } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, redirectWithToast, requireStudent } from '~/http/route.server'
import { parseUploadForm } from '~/http/uploads.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { findBankAccount } from '~/models/core/schools/settings.server'
import { formatDay } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { listUnpaidDues } from '~/models/money/ledger/books/own-dues.server'
import { declareTransfer } from '~/models/money/ledger/counter/declared-payments.server'
import { proofRule } from '~/models/money/ledger/counter/proof-rule.server'
import type { DueKind } from '~/models/money/ledger/options'
import { declareTransferSchema } from '~/models/money/ledger/schema'

export const handle = pageTitle(() => m.payments_transfer_title(), { hasForm: true })

/**
 * Dues that cannot be transferred to the school's account. A hostel has its own account, shown on the page of the
 * application; an unpaid order of the store expires before the office could confirm a transfer.
 */
const elsewhere: readonly DueKind[] = ['hostel', 'order']

async function transferable(scope: StudentScope) {
  return (await listUnpaidDues(scope)).filter((due) => !elsewhere.includes(due.kind) && !due.isDeclared)
}

/**
 * Unpaid dues. Those named in the URL are ticked, or the overdue ones if it names none. 404 if the school accepts no
 * transfers.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request, 'pays')
  const [bank, unpaid] = await Promise.all([findBankAccount(scope), transferable(scope)])
  const requestedDueIds = new URL(request.url).searchParams.getAll('due')
  return {
    bank: foundOr404(bank),
    dues: unpaid.map(({ publicId: id, name, title, dueOn, balancePaise, isOverdue }) => ({
      id,
      name: `${name} · ${title}`,
      dueOn,
      balancePaise,
      isTicked: requestedDueIds.length > 0 ? requestedDueIds.includes(id) : isOverdue,
    })),
    formKey: randomUUID(),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStudent(context, request, 'pays')
  foundOr404(await findBankAccount(scope))
  const form = await parseUploadForm(request, scope, declareTransferSchema, { proof: proofRule })
  if (!form.ok) return form.reply()
  const { due, reference, form_key: formKey } = form.value
  // Refuses the whole declaration if one due is already paid or goes to another account, since the others would not add
  // up to the transferred amount.
  const transferableIds = new Set((await transferable(scope)).map((one) => one.publicId))
  const method = 'bank_transfer'
  const proofKey = form.files.proof[0]?.key ?? null
  const dueIds = due.every((id) => transferableIds.has(id)) ? due : []
  const declared = await declareTransfer(scope, { dueIds, method, reference, proofKey, formKey })
  if (declared.ok) {
    const [title, message] = [m.room_declared_title(), m.payments_transfer_done()]
    return redirectWithToast(paths.student.fees, { type: 'success', title, message })
  }
  return data(form.refuse(refusals[declared.reason]()).data, { status: 422 })
}

const refusals = {
  'not-found': m.payments_gone,
  'already-paid': m.payments_gone,
  waiting: m.payments_declared,
  'file-gone': m.students_document_expired,
}

/** Reloads the current dues even after a refusal (422). */
export const shouldRevalidate = () => true

type Values = TransferValues & { due: string[]; form_key: string }

export default function TransferPage() {
  const { bank, dues, formKey } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { form, fields, allErrors } = useServerForm<Values>({ id: 'transfer', lastResult })
  const submittedDues = lastResult?.initialValue ? [fields.due.initialValue].flat() : null
  return (
    <>
      <PageHead title={m.payments_transfer_title()} />
      {dues.length === 0 ? (
        <Alert tone="good" text={m.payments_transfer_none()} />
      ) : (
        <Form method="post" encType="multipart/form-data" {...form}>
          <FormTrouble formId={form.id} allErrors={allErrors} title={m.shared_problem()} />
          <HiddenKey value={formKey} />
          <Card>
            <p>{m.payments_transfer_text()}</p>
            <fieldset className="field" id={fields.due.id} tabIndex={-1}>
              <legend>{m.payments_transfer_for()}</legend>
              {dues.map((due) => (
                <label className="choice" key={due.id}>
                  <input
                    type="checkbox"
                    name="due"
                    value={due.id}
                    defaultChecked={submittedDues ? submittedDues.includes(due.id) : due.isTicked}
                  />
                  <span>
                    {due.name}{' '}
                    <span className="choice-hint">
                      {formatDay(due.dueOn, currentLanguage())} · {formatPaise(due.balancePaise, { style: 'exact' })}
                    </span>
                  </span>
                </label>
              ))}
              <FieldError id={fields.due.id} errors={fields.due.errors} />
            </fieldset>
            <TransferFields heading={<h2>{m.payments_transfer_bank()}</h2>} bank={bank} fields={fields} />
            <div className="actions">
              <SubmitButton variant="next" busyText={m.room_processing()}>
                {m.payments_transfer_button()}
              </SubmitButton>
            </div>
          </Card>
        </Form>
      )}
      <LinkParagraph href={paths.student.fees} label={m.payments_to_fees()} />
    </>
  )
}
