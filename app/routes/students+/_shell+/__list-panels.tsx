import type { ReactNode } from 'react'
import { roomText } from '~/components/timetable/room-text'
import { Badge, Card, Icon, type IconName } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import type { ActivityType } from '~/models/dashboard/rules'
import type { Priority } from '~/models/notices/options'
import type { Tone } from '~/models/shared/tone'

type LessonView = { startsAt: string; endsAt: string; subject: string; teacher: string | null; roomNo: string | null }

type TimetablePanelProps = {
  lessons: readonly LessonView[]
  holiday: string | null
}

/** Today's Timetable. */
export function TimetablePanel({ lessons, holiday }: TimetablePanelProps) {
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

type ActivityView = { id: string; type: ActivityType; message: string; time: string }

/** Recent Activities, the newest first. */
export function ActivitiesPanel({ activities }: { activities: readonly ActivityView[] }) {
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
const priorities: Record<Priority, () => string> = {
  high: m.notices_priority_high,
  medium: m.notices_priority_medium,
  low: m.notices_priority_low,
}

type EventView = { id: string; title: string; type: string; date: string; priority: Priority }

/** Upcoming Events, the nearest first. */
export function EventsPanel({ events }: { events: readonly EventView[] }) {
  return (
    <Card title={m.dashboard_events()}>
      <Rows empty={m.dashboard_no_events()}>
        {events.map((event) => (
          <li key={event.id}>
            <div>
              <strong>{event.title}</strong>
              <p className="small soft">{`${event.date} · ${event.type}`}</p>
            </div>
            <Badge tone={tones[event.priority]}>{priorities[event.priority]()}</Badge>
          </li>
        ))}
      </Rows>
      <p>
        <a className="alone" href={paths.student.notices}>
          {m.notices_parts()}
        </a>
      </p>
    </Card>
  )
}

function Rows({ empty, children }: { empty: string; children: readonly ReactNode[] }) {
  return children.length > 0 ? <ul className="rows">{children}</ul> : <p className="soft">{empty}</p>
}
