import type { ReactNode } from 'react'
import { roomText } from '~/components/timetable/room-text'
import { Badge, Card, Icon, type IconName, LinkParagraph } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import type { Priority } from '~/models/contact/notices/options'
import { priorityWord } from '~/models/contact/notices/words'
import type { Tone } from '~/models/core/shared/tone'
import type { ActivityType } from '~/models/entry/dashboard/rules'
import type { dashboardView } from './__dashboard-view.server'

type View = ReturnType<typeof dashboardView>

/** Today's Timetable. */
export function TimetablePanel({ lessons, holiday }: Pick<View, 'lessons' | 'holiday'>) {
  const free = holiday === null ? m.dashboard_no_classes() : m.dashboard_holiday({ name: holiday })
  return (
    <Card title={m.dashboard_timetable()}>
      <Rows empty={free}>
        {lessons.map((lesson) => (
          <li key={lesson.startsAt}>
            <span className="rows-time">
              {lesson.startsAt}-{lesson.endsAt}
            </span>
            <div>
              <strong>{lesson.subject}</strong>
              <p className="small soft">
                {[lesson.teacher, lesson.roomNo === null ? null : roomText(lesson.roomNo)]
                  .filter((part) => part !== null)
                  .join(' · ')}
              </p>
            </div>
          </li>
        ))}
      </Rows>
    </Card>
  )
}

const icons: Record<ActivityType, IconName> = {
  attendance: 'attendance',
  payment: 'receipt',
  exam: 'exam',
  event: 'calendar',
}

/** Recent Activities, the newest first. */
export function ActivitiesPanel({ activities }: Pick<View, 'activities'>) {
  return (
    <Card title={m.dashboard_activities()}>
      <Rows empty={m.dashboard_no_activities()}>
        {activities.map((one) => (
          <li key={`${one.type} ${one.id}`}>
            <Icon name={icons[one.type]} />
            <div>{one.message}</div>
            <span className="small soft nowrap">{one.time}</span>
          </li>
        ))}
      </Rows>
    </Card>
  )
}

const tones: Record<Priority, Tone> = { high: 'bad', medium: 'warn', low: 'info' }
/** Upcoming Events, the nearest first. */
export function EventsPanel({ events }: Pick<View, 'events'>) {
  return (
    <Card title={m.dashboard_events()}>
      <Rows empty={m.dashboard_no_events()}>
        {events.map((event) => (
          <li key={event.id}>
            <div>
              <strong>{event.title}</strong>
              <p className="small soft">{`${event.date} · ${event.type}`}</p>
            </div>
            <Badge tone={tones[event.priority]}>{priorityWord(event.priority)}</Badge>
          </li>
        ))}
      </Rows>
      <LinkParagraph href={paths.student.notices} label={m.notices_parts()} />
    </Card>
  )
}

function Rows({ empty, children }: { empty: string; children: readonly ReactNode[] }) {
  return children.length > 0 ? <ul className="rows">{children}</ul> : <p className="soft">{empty}</p>
}
