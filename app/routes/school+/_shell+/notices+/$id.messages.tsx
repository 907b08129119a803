import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { ButtonLink, PageHead, SubmitButton } from '~/components/ui'
import { foundOr404, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { previewMessages } from '~/models/contact/messaging/tell/preview.server'
import { notices } from '~/models/contact/notices/notices.server'
import { listAddressees, scheduleNoticeMessages } from '~/models/contact/notices/tell-notice.server'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { NotificationCost } from '../__notification-parts'

export const handle = pageTitle(() => 'Send a notice by message', { hasForm: true })

const opening = {
  may: 'messages:send',
  find: (scope: SchoolScope, id: string) => notices.find(scope, id, null),
} as const

export async function loader(args: LoaderFunctionArgs) {
  const { scope, thing } = await openThing(args, opening)
  const students = await listAddressees(scope, thing.id)
  const values = { notice: thing.title, date: todayInIndia(new Date()) }
  const recipients = students.map((student) => ({ ...student, values }))
  return { id: thing.publicId, title: thing.title, preview: await previewMessages(scope, 'urgent', recipients) }
}

export async function action(args: ActionFunctionArgs) {
  const { scope, at, thing } = await openThing(args, opening)
  const outcome = await scheduleNoticeMessages(scope, at)
  if (!outcome.ok) return foundOr404(null)
  const when = thing.fromOn > todayInIndia(new Date()) ? `on ${formatDay(thing.fromOn, 'en')}` : 'in turn'
  const message = `The messages are sent ${when}; see Messages for their delivery.`
  return redirectWithToast(schoolPaths.notice(at), { type: 'success', title: 'Saved!', message })
}

export default function TellNoticePage() {
  const { id, title, preview } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Send this notice to families by message?" context={title} />
      <div className="stack">
        <NotificationCost preview={preview} />
        <Form method="post" className="actions">
          <SubmitButton busyText="Saving...">Send messages</SubmitButton>
          <ButtonLink href={schoolPaths.notice(id)} variant="secondary" label="Back" />
        </Form>
      </div>
    </>
  )
}
