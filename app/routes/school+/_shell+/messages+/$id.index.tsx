import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData } from '@remix-run/react'
import { Alert, SubmitButton } from '~/components/ui'
import { readForm, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { showPage } from '~/kit/pages/show-page'
import { findMessage } from '~/models/contact/messaging/messages.server'
import { channelNames, eventHours, eventNames, messageStateNames } from '~/models/contact/messaging/options'
import { isRetried, retryMessage } from '~/models/contact/messaging/retry-message.server'
import { settleUnsure } from '~/models/contact/messaging/settle-unsure.server'
import { formatInstant } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { mayStaff } from '~/models/people/accounts/staff/permissions'

export const handle = pageTitle(() => 'Message', { hasForm: true })

export async function loader(args: LoaderFunctionArgs) {
  const { staff, thing } = await openThing(args, { may: 'messages:view', find: findMessage })
  const { publicId, event, state, reason, recipientName, studentName, studentPublicId, createdAt, attempts } = thing
  const maySend = mayStaff(staff.role, 'messages:send')
  return {
    id: publicId,
    event,
    state,
    reason,
    recipientName,
    studentName,
    student: studentPublicId,
    written: formatInstant(createdAt, 'en'),
    mayRetry: maySend && isRetried(thing),
    maySettle: maySend && state === 'unsure',
    isTooLate: thing.isTooLate,
    attempts: attempts.map(({ askedAt, reportedAt, costPaise, ...attempt }) => ({
      ...attempt,
      askedAt: formatInstant(askedAt, 'en'),
      reportedAt: reportedAt && formatInstant(reportedAt, 'en'),
      cost: formatPaise(costPaise, { style: 'exact' }),
    })),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { scope, at } = await openThing(args, { may: 'messages:send', find: findMessage })
  const does = String((await readForm(args.request)).get('does') ?? '')
  const outcome = does === 'retry' ? await retryMessage(scope, at) : await settleUnsure(scope, at, does === 'sent')
  if (!outcome.ok) {
    const why = outcome.reason === 'too-late' ? 'It is too late to send it.' : 'It was sent or settled in the meantime.'
    return data({ refused: `${why} Its current state is below.` }, { status: 422 })
  }
  return redirectWithToast(schoolPaths.message(at), { type: 'success', title: 'Updated!' })
}
/** Reloads the current state, even after a refusal. */
export const shouldRevalidate = () => true

export default showPage<typeof loader>(function useMessage(message) {
  const answer = useActionData<typeof action>()
  const { event, state, isTooLate, mayRetry, maySettle } = message
  return {
    title: `${eventNames[event]}: ${message.recipientName}`,
    context: messageStateNames[state],
    parts: [
      answer?.refused && <Alert tone="bad" title="Update Failed" text={answer.refused} />,
      {
        title: 'Message',
        facts: {
          Student: <a href={schoolPaths.student(message.student)}>{message.studentName}</a>,
          Recipient: message.recipientName,
          Written: message.written,
          Status: messageStateNames[state],
          Reason: message.reason,
        },
        content: (
          <>
            {isTooLate && (mayRetry || maySettle) ? (
              <p>{`It is too late to send it: these messages are sent only within ${eventHours[event]} hours.`}</p>
            ) : null}
            {mayRetry && !isTooLate ? <Does does="retry" label="Try again" /> : null}
            {maySettle ? (
              <>
                <Does does="sent" label="It was sent" />
                <Does does="again" label={isTooLate ? 'It was not sent' : 'Not sent: send it now'} />
              </>
            ) : null}
          </>
        ),
      },
      ...message.attempts.map((attempt) => ({
        title: `${channelNames[attempt.channel]} to ${attempt.toAddress}`,
        intro: attempt.body,
        facts: {
          Sent: attempt.askedAt,
          Reported: attempt.reportedAt,
          Status: `${messageStateNames[attempt.state]}${attempt.reason ? `: ${attempt.reason}` : ''}`,
          Parts: attempt.parts,
          Cost: attempt.cost,
        },
      })),
    ],
    back: { label: 'All messages', href: schoolPaths.messages },
  }
})

/** Button for one action on the message. */
function Does({ does, label }: { does: 'retry' | 'sent' | 'again'; label: string }) {
  return (
    <Form method="post" className="actions">
      <input type="hidden" name="does" value={does} />
      <SubmitButton busyText="Saving...">{label}</SubmitButton>
    </Form>
  )
}
