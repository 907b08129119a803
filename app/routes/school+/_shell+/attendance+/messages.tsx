import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms'
import { Alert, FilterBar, PageHead, SubmitButton } from '~/components/ui'
import { foundOr404, readForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf } from '~/kit/forms/fields'
import { listAbsentToday, notifyAbsent, previewAbsent } from '~/models/contact/messaging/tell/tell-absent.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { NotificationCost, notificationSummary, TickList, tickRow } from '../__notification-parts'
import { chooseSection } from './__attendance.server'
import { dayWords } from './__attendance-words'

export const handle = pageTitle(() => 'Send absence messages', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'absences:notify')
  const { choices, section } = await chooseSection(staff, new URL(request.url).searchParams)
  const today = todayInIndia(new Date())
  const absent = section ? await listAbsentToday(staff.scope, section.publicId, today) : []
  const open = absent.filter(({ isOpen }) => isOpen)
  const preview = open.length > 0 ? await previewAbsent(staff.scope, open, today) : null
  return {
    day: dayWords(today),
    sections: choicesOf(choices),
    section: section?.publicId ?? '',
    absent: absent.map((student) => tickRow(student, student.name, preview)),
    preview,
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'absences:notify')
  const { section } = await chooseSection(staff, new URL(request.url).searchParams)
  const { publicId } = foundOr404(section)
  const ticked = (await readForm(request)).getAll('student').map(String)
  if (ticked.length === 0) return data({ refused: 'Tick at least one student.', ticked }, { status: 422 })
  const outcome = await notifyAbsent(staff.scope, publicId, ticked, todayInIndia(new Date()))
  if (!outcome.ok)
    return data(
      { refused: 'The register has changed in the meantime. Check the list again: no messages were sent.', ticked },
      { status: 422 },
    )
  const message = notificationSummary(outcome.value)
  const to = mayStaff(staff.role, 'messages:view') ? schoolPaths.messages : schoolPaths.attendance
  return redirectWithToast(to, { type: 'success', title: 'Saved!', message })
}

/** Reloads the absent students, even after a refusal. */
export const shouldRevalidate = () => true

export default function NotifyAbsentPage() {
  const { day, sections, section, absent, preview } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isOpen = absent.some((row) => row.isOpen)
  return (
    <>
      <PageHead
        title="Send absence messages"
        context={`${day}. Each family gets one message a day, and another only if the first did not arrive; corrections are not sent.`}
      />
      <FilterBar action={schoolPaths.notifyAbsent}>
        <SelectField name="section" label="Section" defaultValue={section} options={sections} />
      </FilterBar>
      <div className="stack">
        {answer?.refused ? <Alert tone="bad" title="No messages sent" text={answer.refused} /> : null}
        {section === '' ? null : absent.length === 0 ? (
          <p>No student of this section is marked absent today.</p>
        ) : (
          <Form method="post" className="stack">
            <TickList title="Absent today" name="student" rows={absent} ticked={answer?.ticked} />
            {preview && isOpen ? <NotificationCost preview={preview} /> : null}
            {isOpen ? (
              <div className="actions">
                <SubmitButton busyText="Saving...">Send to these families</SubmitButton>
              </div>
            ) : null}
          </Form>
        )}
      </div>
    </>
  )
}
