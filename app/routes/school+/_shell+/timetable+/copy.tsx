import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms'
import { Alert, ButtonLink, EmptyState, PageHead, SubmitButton } from '~/components/ui'
import { foundOr404, idOr404, parseForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { sessionChoices } from '~/models/academics/queries.server'
import { counted } from '~/models/academics/rules'
import { copyTimetable, previewCopy } from '~/models/timetable/copy-timetable.server'
import { dayNames } from '~/models/timetable/options'
import { obstacleWords } from '~/models/timetable/rules'
import { copySchema } from '~/models/timetable/schema'
import { CopyPreviewCards } from './__copy-preview'

export const handle = pageTitle(() => 'Copy timetable')

/** More of what stays behind than this is counted, not listed. */
const maxListed = 100

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'timetable:edit')
  const query = new URL(request.url).searchParams
  const sessions = await sessionChoices(scope)
  const asked = (name: string) => {
    const id = idOr404(query, name)
    return id === '' ? null : foundOr404(sessions.find((one) => one.publicId === id))
  }
  const to = asked('to') ?? sessions[0] ?? null
  const before = sessions.filter((one) => to && one.startsOn < to.startsOn)
  const from = asked('from') ?? before.sort((one, other) => (one.startsOn < other.startsOn ? 1 : -1))[0] ?? null
  const isReady = from !== null && to !== null && from.publicId !== to.publicId
  const preview = isReady ? await previewCopy(scope, { from: from.publicId, to: to.publicId }) : null
  return {
    sessions: sessions.map((one) => ({ value: one.publicId, label: one.name })),
    from: from && { id: from.publicId, name: from.name },
    to: to && { id: to.publicId, name: to.name },
    preview: preview && {
      lessons: preview.lessons,
      copied: preview.copied,
      same: preview.same,
      sections: preview.sections,
      leftCount: preview.left.length,
      left: preview.left.slice(0, maxListed).map(({ lesson, obstacle }) => ({
        key: `${lesson.entryId} ${lesson.day}`,
        place: `${lesson.className} ${lesson.sectionName}`,
        slot: `${dayNames[lesson.day]}, ${lesson.periodName}`,
        subject: lesson.subject,
        why: obstacleWords(obstacle, lesson),
      })),
    },
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'timetable:edit')
  const form = await parseForm(request, copySchema)
  if (!form.ok) return form.reply()
  const outcome = await copyTimetable(scope, form.value)
  if (outcome.ok) {
    const message = `${counted(outcome.value.copied, 'lesson')} a week copied.`
    return redirectWithToast(schoolPaths.timetable, { type: 'success', title: 'Created!', message })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  return form.refuse('Choose two different sessions')
}

export default function CopyTimetablePage() {
  const { sessions, from, to, preview } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <>
      <PageHead
        title="Copy timetable"
        context="Existing entries of the new session are kept. Sections, periods, teachers and rooms are the same as before."
      />
      {refused?.error ? (
        <Alert tone="bad" title="Creation Failed">
          <p>{refused.error['']?.join(' ') ?? 'Choose two different sessions'}</p>
        </Alert>
      ) : null}
      {sessions.length < 2 ? (
        <EmptyState
          icon="calendar"
          title="There is no other session"
          text="A timetable is copied from one academic session into another; the school does not have two yet."
          action={<ButtonLink href={schoolPaths.timetable}>Back to the timetable</ButtonLink>}
        />
      ) : (
        <>
          <form className="filters" method="get" action={schoolPaths.copyTimetable}>
            <SelectField name="from" label="From" defaultValue={from?.id} options={sessions} />
            <SelectField name="to" label="Into" defaultValue={to?.id} options={sessions} />
            <button type="submit" className="btn">
              Show
            </button>
          </form>
          {preview && from && to ? (
            <CopyPreviewCards preview={preview} from={from.name} to={to.name}>
              <Form method="post" className="actions">
                <input type="hidden" name="from" value={from.id} />
                <input type="hidden" name="to" value={to.id} />
                <SubmitButton busyText="Saving...">{`Copy ${counted(preview.copied, 'lesson')}`}</SubmitButton>
                <ButtonLink href={schoolPaths.timetable} variant="secondary">
                  Cancel
                </ButtonLink>
              </Form>
            </CopyPreviewCards>
          ) : (
            <EmptyState
              icon="calendar"
              title="Choose two different sessions"
              text="You then see what would be copied before anything is copied."
            />
          )}
        </>
      )}
    </>
  )
}
