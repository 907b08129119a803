import { PlainText } from '~/components/notices/plain-text'
import { Badge } from '~/components/ui'
import { idsOf, teacherSections } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { showLoader } from '~/kit/pages/show.server'
import { showPage } from '~/kit/pages/show-page'
import { events } from '~/models/contact/notices/events.server'
import { addressName } from '~/models/contact/notices/notice-fields'
import { stateOn } from '~/models/contact/notices/rules'
import { daysName, eventStateNames, eventTypeWord, priorityTones, priorityWord } from '~/models/contact/notices/words'
import { todayInIndia } from '~/models/core/shared/calendar'

export const handle = pageTitle<{ event: { title: string } }>((data) => data?.event.title ?? 'Event')

export const loader = showLoader(
  {
    may: 'notices:view',
    find: async (scope, id: string, staff) => events.find(scope, id, idsOf(await teacherSections(staff))),
  },
  ({ id: _, ...event }, { may }) => ({
    event,
    state: stateOn(todayInIndia(new Date()), event.startsOn, event.endsOn),
    mayEdit: event.mayEdit && may('notices:edit'),
  }),
)

export default showPage<typeof loader>(({ event, state, mayEdit }) => ({
  title: event.title,
  context: daysName(event.startsOn, event.endsOn),
  action: mayEdit && { label: 'Edit event', href: schoolPaths.editEvent(event.publicId) },
  parts: [
    {
      content:
        event.description === null ? (
          <p className="soft">No description was given.</p>
        ) : (
          <PlainText text={event.description} />
        ),
    },
    {
      title: 'Details',
      facts: {
        State: <Badge tone={eventStateNames[state].tone}>{eventStateNames[state].word}</Badge>,
        Kind: eventTypeWord(event.type),
        Priority: <Badge tone={priorityTones[event.priority]}>{priorityWord(event.priority)}</Badge>,
        'For whom': addressName(event),
        'Written by': event.writer,
      },
    },
  ],
  back: { label: 'All events', href: schoolPaths.events },
}))
