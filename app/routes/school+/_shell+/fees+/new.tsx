import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ButtonLink, EmptyState, PageHead } from '~/components/ui'
import { formKeyOf, readForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { findSettings, type Settings } from '~/models/core/schools/settings.server'
import { emptyDraft } from '~/models/money/fees/draft'
import { createFee } from '~/models/money/fees/fees.server'
import type { FineRule } from '~/models/money/ledger/fine-rules'
import { sessionChoices } from '~/models/people/academics/queries.server'
import { yearChoices } from '../__year-choices.server'
import { FeeForm } from './__fee-form'
import { answerFee, feeRefusals } from './__fee-form.server'

export const handle = pageTitle(() => 'Add fee', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:edit')
  const [choices, sessions, settings] = await Promise.all([
    yearChoices(scope),
    sessionChoices(scope),
    findSettings(scope),
  ])
  const session = sessions.find((one) => one.isCurrent)?.publicId ?? ''
  return {
    ...choices,
    draft: emptyDraft({ academic_session: session, class: '' }, usualFine(settings)),
    formKey: randomUUID(),
  }
}

/** Default fine of a new fee, from the school's settings. */
function usualFine({ fineKind, fineAmountPaise, fineGraceDays, fineCapPaise }: Settings): FineRule | null {
  if (fineKind === 'none') return null
  return { kind: fineKind, amountPaise: fineAmountPaise, graceDays: fineGraceDays, capPaise: fineCapPaise, slabs: [] }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:edit')
  const body = await readForm(request)
  const formKey = formKeyOf(body)
  return answerFee(scope, body, { formKey }, async (fee) => {
    const outcome = await createFee(scope, formKey, fee)
    if (!outcome.ok) return { errors: feeRefusals[outcome.reason] }
    return redirectWithToast(schoolPaths.fee(outcome.value), { type: 'success', title: 'Created!' })
  })
}

export default function NewFeePage() {
  const fresh = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead
        title="Add fee"
        context="Heads show the purpose of the money, instalments the due dates. Both must add up to the same total."
      />
      {fresh.sessions.length === 0 || fresh.classes.length === 0 ? (
        <EmptyState
          icon="school"
          title="First add an academic session and a class"
          text="A fee belongs to a class in a session."
          action={
            fresh.sessions.length === 0 ? (
              <ButtonLink href={schoolPaths.newSession} label="Add session" />
            ) : (
              <ButtonLink href={schoolPaths.newClass} label="Add class" />
            )
          }
        />
      ) : (
        <FeeForm {...fresh} {...answer} cancelHref={schoolPaths.fees} />
      )}
    </>
  )
}
