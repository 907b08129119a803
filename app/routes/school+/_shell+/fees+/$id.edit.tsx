import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Alert } from '~/components/ui/alert'
import { PageHead } from '~/components/ui/page-head'
import { readForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast, seeOther } from '~/http/toast.server'
import { classChoices, findSession, sessionChoices } from '~/models/academics/queries.server'
import { counted } from '~/models/academics/rules'
import {
  checkDraft,
  draftOf,
  draftReply,
  type FeeErrors,
  isDraftIntent,
  readDraft,
  reshapeDraft,
} from '~/models/fees/draft'
import { type UpdateFeeRefusal, updateFee } from '~/models/fees/fees.server'
import { findFeePlan, findFeeReach } from '~/models/fees/queries.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { FeeForm } from './__fee-form'

export const handle = pageTitle(() => 'Edit fee', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:edit')
  const plan = foundOr404(isPublicId(params.id) ? await findFeePlan(scope, params.id) : null)
  const reach = await findFeeReach(scope, plan)
  if (reach.hasPayments) throw seeOther(schoolPaths.feeTitles(plan.publicId))
  const [sessions, classes] = await Promise.all([sessionChoices(scope), classChoices(scope)])
  // Once students owe it, a fee stays in its class and session.
  return {
    id: plan.publicId,
    name: plan.name,
    students: reach.students,
    sessions: sessions
      .filter(({ publicId }) => !plan.isAssigned || publicId === plan.sessionPublicId)
      .map(({ publicId, name }) => ({ publicId, name })),
    classes: classes.filter(({ publicId }) => !plan.isAssigned || publicId === plan.classPublicId),
    draft: draftOf(plan),
  }
}

const refusals: Record<Exclude<UpdateFeeRefusal, 'not-found' | 'has-payments'>, FeeErrors> = {
  'no-such-session': { academic_session: ['Select a valid academic session'] },
  'no-such-class': { class: ['Select a valid class'] },
  'name-taken': { name: ['This class has a fee of this name in the session already'] },
  'assigned-elsewhere': { class: ['Students owe this fee; it stays in its class and session'] },
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const typed = await readForm(request)
  const draft = readDraft(typed)
  const intent = typed.get('intent')
  if (isDraftIntent(intent)) {
    const session = isPublicId(draft.academic_session) ? await findSession(scope, draft.academic_session) : null
    const shaped = reshapeDraft(draft, intent, session?.startsOn ?? null)
    const failed = Object.keys(shaped.errors).length > 0
    return data(draftReply(shaped.draft, shaped.errors), { status: failed ? 422 : 200 })
  }
  const checked = checkDraft(draft)
  if (!checked.ok) return data(draftReply(draft, checked.errors), { status: 422 })
  const outcome = await updateFee(scope, id, checked.value)
  if (outcome.ok) return redirectWithToast(schoolPaths.fee(id), { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  if (outcome.reason === 'has-payments') {
    return redirectWithToast(schoolPaths.feeTitles(id), {
      type: 'error',
      title: 'Update Failed',
      message: 'A student has begun to pay this fee. Its amounts and dates are fixed now.',
    })
  }
  return data(draftReply(draft, refusals[outcome.reason]), { status: 422 })
}

export default function EditFeePage() {
  const fee = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title={`Edit ${fee.name}`} />
      {fee.students > 0 ? (
        <Alert tone="warn" title={`${counted(fee.students, 'student')} will owe what you save here`}>
          <p>Nobody has paid yet, so amounts and dates may still change. Dues already shown are replaced.</p>
        </Alert>
      ) : null}
      <FeeForm
        mode="edit"
        draft={answer?.draft ?? fee.draft}
        errors={answer?.errors}
        sessions={fee.sessions}
        classes={fee.classes}
        cancelHref={schoolPaths.fee(fee.id)}
      />
    </>
  )
}
