import { PlainText } from '~/components/notices/plain-text'
import { Badge, DataTable, EmptyState, Pager } from '~/components/ui'
import { paths } from '~/http/paths'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import type { EventType, Priority } from '~/models/notices/options'
import { eventTypeWord, priorityTones, priorityWord } from '~/models/notices/words'
import { formatDay } from '~/models/shared/calendar'

type Event = {
  publicId: string
  title: string
  description: string | null
  type: EventType
  priority: Priority
  startsOn: string
  endsOn: string
}

/** What is coming up at the school, the nearest first. */
export function EventList({ list }: { list: { rows: readonly Event[]; page: number; pages: number } }) {
  if (list.rows.length === 0) {
    return <EmptyState icon="calendar" title={m.notices_no_events()} text={m.notices_no_events_text()} />
  }
  return (
    <>
      <DataTable
        caption={m.notices_events()}
        rows={list.rows}
        rowKey={(row) => row.publicId}
        columns={[
          { label: m.notices_event(), role: 'title', cell: (row) => row.title },
          { label: m.notices_date(), cell: daysOf },
          { label: m.notices_type(), cell: (row) => eventTypeWord(row.type) },
          {
            label: m.notices_priority(),
            cell: (row) => <Badge tone={priorityTones[row.priority]}>{priorityWord(row.priority)}</Badge>,
          },
          {
            label: m.notices_about(),
            cell: (row) => (row.description === null ? '–' : <PlainText text={row.description} />),
          },
        ]}
      />
      <Pager
        variant="simple"
        page={list.page}
        pages={list.pages}
        hrefFor={(page) => (page === 1 ? paths.student.events : `${paths.student.events}&page=${page}`)}
      />
    </>
  )
}

function daysOf({ startsOn, endsOn }: Event): string {
  const from = formatDay(startsOn, currentLanguage())
  return startsOn === endsOn ? from : m.notices_dates({ from, until: formatDay(endsOn, currentLanguage()) })
}
