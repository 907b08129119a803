import { useLoaderData } from '@remix-run/react'
import { Fragment } from 'react'
import { listHref } from '~/components/school/list-href'
import { ButtonLink } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import type { Option } from '~/kit/forms/fields'
import { type ListOf, moneyColumn } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { ListPage } from '~/kit/pages/list-page'
import { tickColumn } from '~/kit/pages/tick-column'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'
import { listDefaulters } from '~/models/money/ledger/counter/defaulters.server'
import { maxLetters, overdueDays } from '~/models/money/ledger/counter/reminder-view'
import { sectionChoices } from '~/models/people/academics/queries.server'
import { classSection } from '~/models/people/academics/rules'
import { fullName } from '~/models/people/students/rules'
import { yearChoices } from '../__year-choices.server'

export const handle = pageTitle(() => 'Defaulters')

type Choices = { sessions: Option[]; classes: Option[]; sections: Option[] }

export const list: ListOf<typeof listDefaulters, Choices> = {
  path: schoolPaths.defaulters,
  file: { path: schoolPaths.defaultersFile, name: () => `defaulters-${todayInIndia(new Date())}.csv` },
  noun: 'student',
  may: 'fees:view',
  add: { may: 'fees:collect' },
  search: { label: 'Search', placeholder: 'Name, number, mobile' },
  filters: {
    session: { label: 'Fees for session', any: 'Any session', options: ({ sessions }) => sessions },
    class: { label: 'Class', any: 'All classes', options: ({ classes }) => classes },
    section: { label: 'Section', any: 'All sections', options: ({ sections }) => sections },
    days: {
      label: 'Overdue for',
      any: 'Any time',
      options: overdueDays.map((days) => ({ value: days, label: `${days} days or more` })),
    },
  },
  totals: { overduePaise: 'overdue' },
  columns: [
    tickColumn('student', fullName),
    // The first sortable column is the default order: highest amount first.
    moneyColumn('Overdue', (row) => row.overduePaise, { sort: 'amount', newestFirst: true, style: 'exact' }),
    {
      label: 'Student',
      role: 'title',
      sort: 'name',
      value: (row) => fullName(row),
      href: (row) => schoolPaths.collectFrom(row.publicId),
    },
    { label: 'Enrollment number', only: 'file', value: 'enrollmentNumber' },
    {
      label: 'Class',
      align: 'clip',
      sort: 'class',
      value: ({ className, sectionName }) =>
        className && sectionName ? classSection(className, sectionName) : 'Not enrolled',
    },
    { label: "Father's name", align: 'clip', value: 'fatherName' },
    { label: 'Mobile', only: 'page', align: 'nowrap', value: 'mobileNumber' },
    { label: 'Mobile number', only: 'file', value: 'mobileNumber' },
    { label: 'Email', only: 'file', value: 'email' },
    // At 1,280 px, the page has no room for the number of dues. A click on the student's name shows the dues.
    { label: 'Dues', only: 'file', value: 'dues' },
    {
      label: 'Overdue since',
      align: 'nowrap',
      sort: 'oldest',
      value: 'oldestOn',
      cell: ({ oldestOn, daysOverdue }) => `${formatDay(oldestOn, 'en')} · ${counted(daysOverdue, 'day')}`,
    },
    {
      label: 'Reminded',
      align: 'nowrap',
      value: 'remindedOn',
      cell: ({ remindedOn }) => (remindedOn === null ? 'Never' : formatDay(remindedOn, 'en')),
    },
  ],
}

export const loader = listLoader(
  list,
  (scope, view) => listDefaulters(scope, view),
  async (scope) => {
    const [years, found] = await Promise.all([yearChoices(scope), sectionChoices(scope)])
    const sections = found.map((one) => ({ value: one.publicId, label: classSection(one.className, one.name) }))
    return { ...years, sections }
  },
)

export default function DefaultersPage() {
  const { view, list: found, mayAdd: mayRemind } = useLoaderData<typeof loader>()
  const filters = { search: view.search, ...view.filters }
  const ordered = { ...filters, sort: view.descending ? `-${view.sort}` : view.sort }
  return (
    <ListPage
      list={list}
      title="Defaulters"
      context="Students with fees unpaid after the due date, and the amount overdue today."
      icon="check"
      empty={{ title: 'No defaulters', text: 'Students whose fees are not paid by the due date will be listed here.' }}
      summary={
        <>
          {' '}
          {found.total > 0 ? <Letters total={found.total} chosen={ordered} /> : null}
          {found.total > 0 && mayRemind ? (
            <>
              <ButtonLink href={listHref(schoolPaths.reminders, filters)} variant="next" icon="mail">
                Send reminders
              </ButtonLink>{' '}
              <button type="submit" form="ticked" className="btn btn-secondary">
                Actions for ticked students…
              </button>
            </>
          ) : null}
        </>
      }
      above={
        <form id="ticked" method="get" action={schoolPaths.reminders}>
          <input type="hidden" name="ticked" value="1" />
          {Object.entries(ordered).map(([name, value]) =>
            value === '' ? null : <input key={name} type="hidden" name={name} value={value} />,
          )}
        </form>
      }
    />
  )
}

/** Links to the files of letters. Not marked as downloads, since an empty result is answered with a page. */
function Letters({ total, chosen }: { total: number; chosen: Record<string, string> }) {
  const files = Array.from({ length: Math.ceil(total / maxLetters) }, (_, index) => index)
  const words = (index: number) => `${index * maxLetters + 1} to ${Math.min(total, (index + 1) * maxLetters)}`
  return (
    <>
      {files.map((index) => (
        <Fragment key={index}>
          <a
            className="btn btn-secondary"
            href={listHref(schoolPaths.letters, { ...chosen, page: index + 1 })}
            data-reload
          >
            {files.length === 1 ? 'Print letters' : `Print letters ${words(index)}`}
          </a>{' '}
        </Fragment>
      ))}
    </>
  )
}
