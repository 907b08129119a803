import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { sessionChoices } from '~/models/academics/queries.server'
import { counted } from '~/models/academics/rules'
import { feesOfStudent } from '~/models/fees/concession-queries.server'
import { concessionSchema } from '~/models/fees/concession-schema'
import { giveConcession } from '~/models/fees/concessions.server'
import { formatPaise } from '~/models/shared/money'
import { isPublicId } from '~/models/shared/public-id.server'
import { findStudentRecord } from '~/models/students/queries.server'
import { fullName } from '~/models/students/rules'
import { ConcessionForm } from './__concession-form'

export const handle = pageTitle(() => 'Give concession', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const [student, sessions, fees] = await Promise.all([
    findStudentRecord(scope, id),
    sessionChoices(scope),
    feesOfStudent(scope, id),
  ])
  return {
    id,
    name: fullName(foundOr404(student)),
    sessions: sessions.map(({ publicId, name }) => ({ value: publicId, label: name })),
    fees: fees.map((fee) => ({ value: fee.publicId, label: `${fee.name}, ${fee.className}, ${fee.sessionName}` })),
    session: sessions.find((session) => session.isCurrent)?.publicId ?? '',
    formKey: randomUUID(),
  }
}

const tooMuch =
  'More than the fee: together with the other concessions it can be at most 100%, or the amount still unpaid'

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const form = await parseForm(request, concessionSchema)
  if (!form.ok) return form.reply()
  const { form_key, kind, academic_session, fee, percent, amount, reason } = form.value
  const outcome = await giveConcession(scope, id, {
    kind,
    academicSession: academic_session,
    fee: fee ?? null,
    percentHundredths: percent ?? null,
    amountPaise: amount ?? null,
    reason,
    formKey: form_key,
  })
  if (outcome.ok) {
    const { dues, paise } = outcome.value
    return redirectWithToast(schoolPaths.studentConcessions(id), {
      type: 'success',
      title: 'Created!',
      message:
        dues === 0
          ? 'No unpaid instalment is affected now; those raised later will be.'
          : `${formatPaise(paise, { style: 'short' })} off ${counted(dues, 'instalment')}.`,
    })
  }
  switch (outcome.reason) {
    case 'not-found':
      return foundOr404(null)
    case 'no-such-session':
      return form.refuse(null, { academic_session: ['Select a valid academic session'] })
    case 'no-such-fee':
      return form.refuse(null, { fee: ['Select a valid fee of that session'] })
    case 'amount-of-all-fees':
      return form.refuse(null, { fee: ['Choose the fee that the amount is taken off'] })
    case 'too-much':
      return form.refuse(null, { [amount === undefined ? 'percent' : 'amount']: [tooMuch] })
    case 'payment-under-way':
      return form.refuse(
        'A payment is in progress for one of these instalments. Wait until it is completed, then try again.',
      )
  }
}

export default function NewConcessionPage() {
  const { id, name, sessions, fees, session, formKey } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Give concession" context={name} />
      <ConcessionForm
        lastResult={useActionData<typeof action>()}
        values={{ academic_session: session, form_key: formKey }}
        sessions={sessions}
        fees={fees}
        cancelHref={schoolPaths.studentConcessions(id)}
      />
    </>
  )
}
