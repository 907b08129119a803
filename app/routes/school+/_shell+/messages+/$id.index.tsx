import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { Alert, Card, DefinitionList, PageHead, SubmitButton } from '~/components/ui'
import { readForm, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
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
    const why = outcome.reason === 'too-late' ? 'It is too late to tell of it.' : 'It was sent or settled meanwhile.'
    return data({ refused: `${why} Below is how it stands now.` }, { status: 422 })
  }
  return redirectWithToast(schoolPaths.message(at), { type: 'success', title: 'Updated!' })
}
/** Reloads the current state, even after a refusal. */
export const shouldRevalidate = () => true

export default function MessagePage() {
  const shown = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title={`${eventNames[shown.event]}: ${shown.recipientName}`} context={messageStateNames[shown.state]} />
      <div className="stack">
        {answer?.refused ? (
          <Alert tone="bad" title="Update Failed">
            <p>{answer.refused}</p>
          </Alert>
        ) : null}
        <Card title="Message">
          <DefinitionList
            items={[
              { label: 'Student', value: <a href={schoolPaths.student(shown.student)}>{shown.studentName}</a> },
              { label: 'Told', value: shown.recipientName },
              { label: 'Written', value: shown.written },
              { label: 'Status', value: messageStateNames[shown.state] },
              { label: 'Reason', value: shown.reason ?? '–' },
            ]}
          />
          {shown.isTooLate && (shown.mayRetry || shown.maySettle) ? (
            <p>{`It is too late to send it: nobody is told of this after ${eventHours[shown.event]} hours.`}</p>
          ) : null}
          {shown.mayRetry && !shown.isTooLate ? (
            <Form method="post" className="actions">
              <input type="hidden" name="does" value="retry" />
              <SubmitButton busyText="Saving...">Try again</SubmitButton>
            </Form>
          ) : null}
          {shown.maySettle ? (
            <>
              <Form method="post" className="actions">
                <input type="hidden" name="does" value="sent" />
                <SubmitButton busyText="Saving...">It was sent</SubmitButton>
              </Form>
              <Form method="post" className="actions">
                <input type="hidden" name="does" value="again" />
                <SubmitButton busyText="Saving...">
                  {shown.isTooLate ? 'It was not' : 'It was not: send it'}
                </SubmitButton>
              </Form>
            </>
          ) : null}
        </Card>
        {shown.attempts.map((attempt) => (
          <Card key={attempt.publicId} title={`${channelNames[attempt.channel]} to ${attempt.toAddress}`}>
            <p>{attempt.body}</p>
            <DefinitionList
              items={[
                { label: 'Sent', value: attempt.askedAt },
                { label: 'Reported', value: attempt.reportedAt ?? '–' },
                {
                  label: 'Status',
                  value: `${messageStateNames[attempt.state]}${attempt.reason ? `: ${attempt.reason}` : ''}`,
                },
                { label: 'Parts', value: attempt.parts },
                { label: 'Cost', value: attempt.cost },
              ]}
            />
          </Card>
        ))}
        <p>
          <a className="alone" href={schoolPaths.messages}>
            All messages
          </a>
        </p>
      </div>
    </>
  )
}
