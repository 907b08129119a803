import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PlainText } from '~/components/notices/plain-text'
import { Badge, ButtonLink, Card, DefinitionList, PageHead } from '~/components/ui'
import { foundOr404, idsOf, requireStaff, teacherSections } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { events } from '~/models/contact/notices/events.server'
import { addressName } from '~/models/contact/notices/notice-fields'
import { stateOn } from '~/models/contact/notices/rules'
import { daysName, eventStateNames, eventTypeWord, priorityTones, priorityWord } from '~/models/contact/notices/words'
import { todayInIndia } from '~/models/core/shared/calendar'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { mayStaff } from '~/models/people/accounts/staff/permissions'

export const handle = pageTitle<{ event: { title: string } }>((data) => data?.event.title ?? 'Event')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'notices:view')
  const own = idsOf(await teacherSections(staff))
  const found = foundOr404(isPublicId(params.id) ? await events.find(staff.scope, params.id, own) : null)
  const { id: _, ...event } = found
  return {
    event,
    state: stateOn(todayInIndia(new Date()), event.startsOn, event.endsOn),
    mayEdit: event.mayEdit && mayStaff(staff.role, 'notices:edit'),
  }
}

export default function EventPage() {
  const { event, state, mayEdit } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={event.title}
        context={daysName(event.startsOn, event.endsOn)}
        action={mayEdit ? <ButtonLink href={schoolPaths.editEvent(event.publicId)}>Edit event</ButtonLink> : undefined}
      />
      <div className="stack">
        <Card>
          {event.description === null ? (
            <p className="soft">No description was given.</p>
          ) : (
            <PlainText text={event.description} />
          )}
        </Card>
        <Card title="Details">
          <DefinitionList
            items={[
              {
                label: 'State',
                value: <Badge tone={eventStateNames[state].tone}>{eventStateNames[state].word}</Badge>,
              },
              { label: 'Kind', value: eventTypeWord(event.type) },
              {
                label: 'Priority',
                value: <Badge tone={priorityTones[event.priority]}>{priorityWord(event.priority)}</Badge>,
              },
              { label: 'For whom', value: addressName(event) },
              { label: 'Written by', value: event.writer },
            ]}
          />
        </Card>
        <p>
          <a className="alone" href={schoolPaths.events}>
            All events
          </a>
        </p>
      </div>
    </>
  )
}
