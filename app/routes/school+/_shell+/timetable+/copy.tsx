import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { SelectField } from '~/components/forms'
import {
  Alert,
  ButtonLink,
  Card,
  type Column,
  DataTable,
  EmptyState,
  FilterBar,
  PageHead,
  SubmitButton,
} from '~/components/ui'
import { foundOr404, idOr404, parseForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf } from '~/kit/forms/fields'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { counted } from '~/models/core/shared/counted'
import { copyTimetable, previewCopy } from '~/models/learning/timetable/copy-timetable.server'
import { dayNames } from '~/models/learning/timetable/options'
import { slotConflictWords } from '~/models/learning/timetable/rules'
import { copyForm } from '~/models/learning/timetable/timetable-fields'
import { sessionChoices } from '~/models/people/academics/queries.server'

export const handle = pageTitle(() => 'Copy timetable')

/** Maximum number of lessons listed as not copied; further ones are only counted. */
const maxListed = 100

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'timetable:edit')
  const query = new URL(request.url).searchParams
  const sessions = await sessionChoices(scope)
  const findRequestedSession = (name: string) => {
    const id = idOr404(query, name)
    return id === '' ? null : foundOr404(sessions.find((one) => one.publicId === id))
  }
  const to = findRequestedSession('to') ?? sessions[0] ?? null
  const before = sessions.filter((one) => to && one.startsOn < to.startsOn)
  const from =
    findRequestedSession('from') ?? before.sort((one, other) => (one.startsOn < other.startsOn ? 1 : -1))[0] ?? null
  const isReady = from !== null && to !== null && from.publicId !== to.publicId
  const preview = isReady ? await previewCopy(scope, { from: from.publicId, to: to.publicId }) : null
  return {
    sessions: choicesOf(sessions),
    from: from && { id: from.publicId, name: from.name },
    to: to && { id: to.publicId, name: to.name },
    preview: preview && {
      ...preview,
      leftCount: preview.left.length,
      left: preview.left
        .slice(0, maxListed)
        .map(({ lesson, obstacle }) => ({
          key: `${lesson.entryId} ${lesson.day}`,
          place: `${lesson.className} ${lesson.sectionName}`,
          slot: `${dayNames[lesson.day]}, ${lesson.periodName}`,
          subject: lesson.subject,
          why: slotConflictWords(obstacle, lesson),
        })),
    },
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'timetable:edit')
  const form = await parseForm(request, schemaOf(copyForm))
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
          action={<ButtonLink href={schoolPaths.timetable} label="Back to the timetable" />}
        />
      ) : (
        <>
          <FilterBar action={schoolPaths.copyTimetable} submitLabel="Show">
            <SelectField name="from" label="From" defaultValue={from?.id} options={sessions} />
            <SelectField name="to" label="Into" defaultValue={to?.id} options={sessions} />
          </FilterBar>
          {preview && from && to ? (
            <CopyPreviewCards preview={preview} from={from.name} to={to.name}>
              <Form method="post" className="actions">
                <input type="hidden" name="from" value={from.id} />
                <input type="hidden" name="to" value={to.id} />
                <SubmitButton busyText="Saving...">{`Copy ${counted(preview.copied, 'lesson')}`}</SubmitButton>
                <ButtonLink href={schoolPaths.timetable} variant="secondary" label="Cancel" />
              </Form>
            </CopyPreviewCards>
          ) : (
            <EmptyState
              icon="calendar"
              title="Choose two different sessions"
              text="You see a preview before anything is copied."
            />
          )}
        </>
      )}
    </>
  )
}

type Preview = NonNullable<Awaited<ReturnType<typeof loader>>['preview']>
type Left = Preview['left'][number]

/** `children`: the confirmation form, shown when there is something to copy. */
type CopyPreviewCardsProps = { preview: Preview; from: string; to: string; children: ReactNode }

const columns: Column<Left>[] = [
  { label: 'Section', role: 'title', cell: (row) => row.place },
  { label: 'When', cell: (row) => row.slot },
  { label: 'Subject', cell: (row) => row.subject },
  { label: 'Reason', cell: (row) => row.why },
]

function CopyPreviewCards({ preview, from, to, children }: CopyPreviewCardsProps) {
  const { lessons, copied, same, sections, leftCount, left } = preview
  return (
    <div className="stack">
      <Card title={copied > 0 ? `${counted(copied, 'lesson')} a week would be copied` : 'Nothing to copy'}>
        {lessons === 0 ? <p>{`The timetable of ${from} is empty.`}</p> : null}
        {same > 0 ? (
          <p>{`${counted(same, 'lesson')} of ${from} ${same === 1 ? 'is' : 'are'} already in ${to}.`}</p>
        ) : null}
        {sections.length > 0 ? (
          <>
            <ul>
              {sections.map((section) => (
                <li key={section.name}>{`${section.name}: ${counted(section.copied, 'lesson')}`}</li>
              ))}
            </ul>
            {children}
          </>
        ) : null}
      </Card>
      {leftCount > 0 ? (
        <Card title={`${counted(leftCount, 'lesson')} cannot be copied`}>
          {leftCount > left.length ? <p>{`The first ${left.length} are listed.`}</p> : null}
          <DataTable caption="What cannot be copied" columns={columns} rows={left} rowKey={(row) => row.key} />
        </Card>
      ) : null}
    </div>
  )
}
