import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { Alert, ButtonLink, PageHead, SubmitButton } from '~/components/ui'
import { redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { todayInIndia } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'
import { formatPaise } from '~/models/core/shared/money'
import { listDefaulters } from '~/models/money/ledger/counter/defaulters.server'
import { remindDefaulters } from '~/models/money/ledger/counter/reminders.server'
import { defaultersViewOf } from './__defaulters.server'

export const handle = pageTitle(() => 'Send reminders')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:collect')
  const today = todayInIndia(new Date())
  const { view, backHref } = defaultersViewOf(request)
  const first = { page: 1, pageSize: 1, sums: ['overduePaise'] }
  const { total, sums } = await listDefaulters(scope, { ...view, ...first }, today)
  const { search } = new URL(request.url)
  const ticked = view.students && { students: view.students.length, letters: `${schoolPaths.letters}${search}` }
  return { total, overduePaise: sums?.overduePaise ?? 0, backHref, ticked }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:collect')
  const { view, backHref } = defaultersViewOf(request)
  const { mailed, withoutMail, already, refused } = await remindDefaulters(scope, view, todayInIndia(new Date()))
  const more = [
    already > 0 && `${counted(already, 'family was', 'families were')} already reminded today.`,
    refused > 0 &&
      `${counted(refused, 'mail')} more than the school’s limit for today: try again tomorrow, or print letters.`,
    withoutMail > 0 && `${counted(withoutMail, 'student has', 'students have')} no e-mail: print letters for them.`,
  ].filter((words) => words !== false)
  // Returns to the same ticked students, so that the office can print letters for families without e-mail.
  const next = view.students ? `${schoolPaths.reminders}${new URL(request.url).search}` : backHref
  return redirectWithToast(next, {
    type: mailed > 0 ? 'success' : 'info',
    title: mailed > 0 ? `${counted(mailed, 'reminder')} sent` : 'No reminder sent',
    message: more.length > 0 ? more.join(' ') : undefined,
  })
}

export default function RemindersPage() {
  const { total, overduePaise, backHref, ticked } = useLoaderData<typeof loader>()
  const paid = ticked ? ticked.students - total : 0
  return (
    <>
      <PageHead title="Send reminders" />
      <div className="card">
        {total === 0 ? (
          <Alert tone="info" title={ticked?.students === 0 ? 'No student is ticked' : 'No defaulters'}>
            <p>{ticked?.students === 0 ? 'Tick students in the list first.' : 'There is no one to remind.'}</p>
          </Alert>
        ) : (
          <p>
            {`${counted(total, ticked ? 'ticked student' : 'student')} with ${formatPaise(overduePaise, { style: 'exact' })} overdue. Each family with an e-mail gets a mail in its own language that lists what is overdue, at most once a day.`}
            {paid > 0 ? ` ${counted(paid, 'ticked student has', 'ticked students have')} no overdue dues left.` : ''}
          </p>
        )}
        <Form method="post" className="actions">
          {total === 0 ? null : <SubmitButton busyText="Sending...">Send reminders</SubmitButton>}
          {total > 0 && ticked ? (
            <a className="btn btn-secondary" href={ticked.letters} data-reload>
              Print letters
            </a>
          ) : null}
          <ButtonLink href={backHref} variant="secondary" label={total === 0 ? 'Back' : 'Cancel'} />
        </Form>
      </div>
    </>
  )
}
