import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { Alert, ButtonLink, PageHead, SubmitButton } from '~/components/ui'
import { foundOr404, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { findPromotion } from '~/models/admissions/promotion-queries.server'
import { findObstacle, type UndoObstacle, undoPromotion } from '~/models/admissions/undo-promotion.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { outcomeWords } from './__promotion-list'

export const handle = pageTitle(() => 'Undo promotion')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const found = foundOr404(isPublicId(params.id) ? await findPromotion(scope, params.id) : null)
  const isUndone = found.undoneAt !== null
  const obstacle = isUndone ? null : await findObstacle(scope, found.id)
  return {
    className: found.className,
    sessions: `${found.fromName} to ${found.toName}`,
    outcome: outcomeWords(found),
    isUndone,
    obstacle: obstacle && obstacleText(obstacle.reason, obstacle.names),
  }
}

const reasons: Record<UndoObstacle, string> = {
  marks: 'Marks have been given in the new session',
  attendance: 'Attendance has been marked in the new session',
  payments: 'A new fee was paid, or a payment has begun',
  concessions: 'A concession or a waiver was given on a new fee',
  'promoted-further': 'They have been promoted further; undo that first',
  changed: 'The enrollment or the student has been changed since',
}

function obstacleText(reason: UndoObstacle, names: readonly string[]): string {
  return names.length > 0 ? `${reasons[reason]}: ${names.join(', ')}.` : `${reasons[reason]}.`
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const outcome = await undoPromotion(scope, id)
  if (outcome.ok) {
    return redirectWithToast(schoolPaths.promote, {
      type: 'success',
      title: 'Updated!',
      message: 'The promotion is undone; everything is as it was before.',
    })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  return data({ status: 'error' as const, obstacle: obstacleText(outcome.reason, outcome.names) }, { status: 422 })
}

export default function UndoPromotionPage() {
  const { className, sessions, outcome, isUndone, ...page } = useLoaderData<typeof loader>()
  const obstacle = useActionData<typeof action>()?.obstacle ?? page.obstacle
  const mayUndo = !isUndone && obstacle === null
  return (
    <>
      <PageHead title={`Undo the promotion of ${className}?`} context={`${sessions}: ${outcome}`} />
      <div className="card">
        {isUndone ? (
          <Alert tone="info">
            <p>This promotion is undone already.</p>
          </Alert>
        ) : obstacle ? (
          <Alert tone="bad" title="This promotion cannot be undone">
            <p>{obstacle}</p>
          </Alert>
        ) : (
          <p>
            The enrollments in the new session are removed with their seats and fees, and students who left because of
            it become students again. Everything is then as it was before; only transport that was ended by it must be
            applied for again.
          </p>
        )}
        <Form method="post" className="actions">
          {mayUndo ? (
            <SubmitButton variant="danger" busyText="Undoing...">
              Undo promotion
            </SubmitButton>
          ) : null}
          <ButtonLink href={schoolPaths.promote} variant="secondary">
            {mayUndo ? 'Cancel' : 'Back'}
          </ButtonLink>
        </Form>
      </div>
    </>
  )
}
