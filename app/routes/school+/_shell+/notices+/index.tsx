import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { NoticeFilters } from '~/components/notices/notice-filters'
import { OfficeList } from '~/components/school/office-list'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { mayStaff } from '~/models/accounts/permissions'
import { listNotices } from '~/models/notices/list-notices.server'
import { stateOn } from '~/models/notices/rules'
import { addressName, daysName, priorityTones, priorityWord, stateNames } from '~/models/notices/words'
import { todayInIndia } from '~/models/shared/calendar'
import { noticesViewOf } from '~/routes/school+/_shell+/__notice-list.server'

export const handle = pageTitle(() => 'Notices')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'notices:view')
  const { view, wish } = await noticesViewOf(request, staff)
  const today = todayInIndia(new Date())
  const list = await listNotices(staff.scope, wish, today)
  return {
    view,
    mayEdit: mayStaff(staff.role, 'notices:edit'),
    list: { ...list, rows: list.rows.map((row) => ({ ...row, state: stateOn(today, row.fromOn, row.untilOn) })) },
  }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  {
    key: 'days',
    label: 'Shown',
    sort: 'newest',
    newestFirst: true,
    cell: (row) => daysName(row.fromOn, row.untilOn),
  },
  {
    key: 'title',
    label: 'Notice',
    role: 'title',
    sort: 'title',
    cell: (row) => <a href={schoolPaths.notice(row.publicId)}>{row.title}</a>,
  },
  { key: 'audience', label: 'For whom', cell: addressName },
  {
    key: 'priority',
    label: 'Priority',
    sort: 'priority',
    cell: (row) => <Badge tone={priorityTones[row.priority]}>{priorityWord(row.priority)}</Badge>,
  },
  {
    key: 'state',
    label: 'State',
    cell: (row) => <Badge tone={stateNames[row.state].tone}>{stateNames[row.state].word}</Badge>,
  },
  { key: 'writer', label: 'Written by', cell: (row) => row.writer },
]

export default function NoticesPage() {
  const { view, mayEdit, list } = useLoaderData<typeof loader>()
  const add = mayEdit ? (
    <ButtonLink href={schoolPaths.newNotice} variant="next" icon="plus">
      Write notice
    </ButtonLink>
  ) : undefined
  return (
    <>
      <PageHead title="Notices" context="What students and parents read in the portal." action={add} />
      <OfficeList
        path={schoolPaths.notices}
        filePath={schoolPaths.noticesFile}
        view={view}
        list={list}
        noun="notice"
        caption="Notices"
        columns={columns}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search', placeholder: 'Title, text or student' }}
        filters={<NoticeFilters chosen={view.filters} states={stateNames} />}
        empty={{
          icon: 'bell',
          title: 'No notice yet',
          text: 'Notices to the school, a class, a section or a student will be listed here.',
          action: add,
        }}
      />
    </>
  )
}
