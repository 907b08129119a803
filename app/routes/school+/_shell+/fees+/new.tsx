import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { PageHead } from '~/components/ui/page-head'
import { readForm } from '~/http/forms.server'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { classChoices, findSession, sessionChoices } from '~/models/academics/queries.server'
import {
  checkDraft,
  draftReply,
  emptyDraft,
  type FeeErrors,
  isDraftIntent,
  readDraft,
  reshapeDraft,
} from '~/models/fees/draft'
import { type CreateFeeRefusal, createFee } from '~/models/fees/fees.server'
import type { FineRule } from '~/models/ledger/fine-rules'
import { findSettings, type Settings } from '~/models/schools/settings.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { FeeForm } from './__fee-form'

export const handle = pageTitle(() => 'Add fee', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:edit')
  const [sessions, classes, settings] = await Promise.all([
    sessionChoices(scope),
    classChoices(scope),
    findSettings(scope),
  ])
  return {
    sessions: sessions.map(({ publicId, name }) => ({ publicId, name })),
    classes,
    draft: emptyDraft(
      { academic_session: sessions.find((one) => one.isCurrent)?.publicId ?? '', class: '' },
      usualFine(settings),
    ),
    formKey: randomUUID(),
  }
}

/** What the school's settings say that a new fee starts with. */
function usualFine({ fineKind, fineAmountPaise, fineGraceDays, fineCapPaise }: Settings): FineRule | null {
  if (fineKind === 'none') return null
  return { kind: fineKind, amountPaise: fineAmountPaise, graceDays: fineGraceDays, capPaise: fineCapPaise, slabs: [] }
}

const refusals: Record<CreateFeeRefusal, FeeErrors> = {
  'no-such-session': { academic_session: ['Select a valid academic session'] },
  'no-such-class': { class: ['Select a valid class'] },
  'name-taken': { name: ['This class has a fee of this name in the session already'] },
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:edit')
  const typed = await readForm(request)
  const draft = readDraft(typed)
  const key = String(typed.get('form_key') ?? '')
  const formKey = /^[\w-]{8,40}$/.test(key) ? key : randomUUID()
  const intent = typed.get('intent')
  if (isDraftIntent(intent)) {
    const session = isPublicId(draft.academic_session) ? await findSession(scope, draft.academic_session) : null
    const shaped = reshapeDraft(draft, intent, session?.startsOn ?? null)
    const failed = Object.keys(shaped.errors).length > 0
    return data({ ...draftReply(shaped.draft, shaped.errors), formKey }, { status: failed ? 422 : 200 })
  }
  const checked = checkDraft(draft)
  if (!checked.ok) return data({ ...draftReply(draft, checked.errors), formKey }, { status: 422 })
  const outcome = await createFee(scope, formKey, checked.value)
  if (!outcome.ok) return data({ ...draftReply(draft, refusals[outcome.reason]), formKey }, { status: 422 })
  return redirectWithToast(schoolPaths.fee(outcome.value), { type: 'success', title: 'Created!' })
}

export default function NewFeePage() {
  const fresh = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead
        title="Add fee"
        context="Heads say what the money is for, instalments when it is due. Both must add up to the same total."
      />
      {fresh.sessions.length === 0 || fresh.classes.length === 0 ? (
        <EmptyState
          icon="school"
          title="First add an academic session and a class"
          text="A fee belongs to a class in a session."
          action={
            fresh.sessions.length === 0 ? (
              <ButtonLink href={schoolPaths.newSession}>Add session</ButtonLink>
            ) : (
              <ButtonLink href={schoolPaths.newClass}>Add class</ButtonLink>
            )
          }
        />
      ) : (
        <FeeForm
          mode="new"
          draft={answer?.draft ?? fresh.draft}
          errors={answer?.errors}
          sessions={fresh.sessions}
          classes={fresh.classes}
          formKey={answer?.formKey ?? fresh.formKey}
          cancelHref={schoolPaths.fees}
        />
      )}
    </>
  )
}
