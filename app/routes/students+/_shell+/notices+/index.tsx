import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { TextField } from '~/components/forms'
import { PlainText } from '~/components/notices/plain-text'
import { listHref } from '~/components/school/list-href'
import { Badge, DataTable, EmptyState, FilterBar, LoneLink, PageHead, Pager, Tabs } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { requireStudent } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { listStudentEvents, listStudentNotices } from '~/models/contact/notices/student-notices.server'
import { eventTypeWord, priorityTones, priorityWord } from '~/models/contact/notices/words'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { cleanText } from '~/models/core/shared/clean-text'
import { pageOf } from '~/models/core/shared/paging'

export const handle = pageTitle(() => m.notices_title())

const maxSearchLength = 80

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const query = new URL(request.url).searchParams
  const page = pageOf(query)
  const today = todayInIndia(new Date())
  if (query.get('tab') === 'events')
    return { tab: 'events' as const, list: await listStudentEvents(scope, page, today) }
  const search = cleanText(query.get('search') ?? '').slice(0, maxSearchLength)
  return { tab: 'notices' as const, search, list: await listStudentNotices(scope, { search, page }, today) }
}

export default function NoticesPage() {
  const view = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={m.notices_title()} context={m.notices_context()} />
      <Tabs
        label={m.notices_parts()}
        tabs={[
          { href: paths.student.notices, label: m.notices_title(), current: view.tab === 'notices' },
          { href: paths.student.events, label: m.notices_events(), current: view.tab === 'events' },
        ]}
      />
      {view.tab === 'events' ? <EventList list={view.list} /> : <NoticeList list={view.list} search={view.search} />}
    </>
  )
}

type Loaded = Awaited<ReturnType<typeof loader>>
type Notices = Extract<Loaded, { tab: 'notices' }>
type Events = Extract<Loaded, { tab: 'events' }>

/** Upcoming events of the school, nearest first. */
function EventList({ list }: Pick<Events, 'list'>) {
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
        hrefFor={(page) => listHref(paths.student.notices, { tab: 'events', page })}
      />
    </>
  )
}

function daysOf({ startsOn, endsOn }: Events['list']['rows'][number]): string {
  const from = formatDay(startsOn, currentLanguage())
  return startsOn === endsOn ? from : m.notices_dates({ from, until: formatDay(endsOn, currentLanguage()) })
}

/** Notices to a student, newest first; unread ones have a label. */
function NoticeList({ list, search }: Omit<Notices, 'tab'>) {
  const href = paths.student.notices
  if (list.rows.length === 0 && search === '') {
    return <EmptyState icon="bell" title={m.notices_none()} text={m.notices_none_text()} />
  }
  return (
    <>
      <FilterBar key={search} action={href} resetHref={search === '' ? undefined : href}>
        <TextField name="search" label={m.notices_search()} type="search" maxLength={80} defaultValue={search} />
      </FilterBar>
      {list.rows.length === 0 ? (
        <EmptyState
          icon="search"
          title={m.notices_none_found()}
          action={
            <a className="btn btn-secondary" href={href}>
              {m.notices_show_all()}
            </a>
          }
        />
      ) : (
        <DataTable
          caption={m.notices_title()}
          rows={list.rows}
          rowKey={(row) => row.publicId}
          columns={[
            {
              label: m.notices_notice(),
              role: 'title',
              cell: (row) => (
                <>
                  <LoneLink href={paths.student.notice(row.publicId)} label={row.title} />{' '}
                  {row.isRead ? null : <Badge tone="info">{m.notices_unread()}</Badge>}
                </>
              ),
            },
            { label: m.notices_date(), align: 'nowrap', cell: (row) => formatDay(row.fromOn, currentLanguage()) },
            {
              label: m.notices_priority(),
              cell: (row) => <Badge tone={priorityTones[row.priority]}>{priorityWord(row.priority)}</Badge>,
            },
          ]}
        />
      )}
      <Pager
        variant="simple"
        page={list.page}
        pages={list.pages}
        hrefFor={(page) => listHref(href, { search, page })}
      />
    </>
  )
}
