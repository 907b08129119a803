import { TextField } from '~/components/forms'
import { Badge, DataTable, EmptyState, FilterBar, Pager } from '~/components/ui'
import { paths } from '~/http/paths'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import type { Priority } from '~/models/notices/options'
import { priorityTones, priorityWord } from '~/models/notices/words'
import { formatDay } from '~/models/shared/calendar'

type NoticeListProps = {
  list: {
    rows: ReadonlyArray<{ publicId: string; title: string; priority: Priority; fromOn: string; isRead: boolean }>
    page: number
    pages: number
  }
  search: string
}

/** What the school has written to a student, the newest first; what was not opened yet is marked by a word. */
export function NoticeList({ list, search }: NoticeListProps) {
  const href = paths.student.notices
  if (list.rows.length === 0 && search === '') {
    return <EmptyState icon="bell" title={m.notices_none()} text={m.notices_none_text()} />
  }
  const hrefFor = (page: number) => {
    const query = new URLSearchParams({
      ...(search === '' ? {} : { search }),
      ...(page === 1 ? {} : { page: String(page) }),
    })
    return query.size === 0 ? href : `${href}?${query}`
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
                  <a className="alone" href={paths.student.notice(row.publicId)}>
                    {row.title}
                  </a>{' '}
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
      <Pager variant="simple" page={list.page} pages={list.pages} hrefFor={hrefFor} />
    </>
  )
}
