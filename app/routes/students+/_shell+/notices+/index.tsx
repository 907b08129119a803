import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PageHead, Tabs } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { requireStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { listStudentEvents, listStudentNotices } from '~/models/notices/student-notices.server'
import { todayInIndia } from '~/models/shared/calendar'
import { pageOf } from '~/models/shared/paging'
import { EventList } from './__event-list'
import { NoticeList } from './__notice-list'

export const handle = pageTitle(() => m.notices_title())

const maxSearchLength = 80

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const query = new URL(request.url).searchParams
  const page = pageOf(query)
  const today = todayInIndia(new Date())
  if (query.get('tab') === 'events')
    return { tab: 'events' as const, list: await listStudentEvents(scope, page, today) }
  const search = (query.get('search') ?? '').trim().slice(0, maxSearchLength)
  return { tab: 'notices' as const, search, list: await listStudentNotices(scope, { search, page }, today) }
}

export default function NoticesPage() {
  const shown = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={m.notices_title()} context={m.notices_context()} />
      <Tabs
        label={m.notices_parts()}
        tabs={[
          { href: paths.student.notices, label: m.notices_title(), current: shown.tab === 'notices' },
          { href: paths.student.events, label: m.notices_events(), current: shown.tab === 'events' },
        ]}
      />
      {shown.tab === 'events' ? (
        <EventList list={shown.list} />
      ) : (
        <NoticeList list={shown.list} search={shown.search} />
      )}
    </>
  )
}
