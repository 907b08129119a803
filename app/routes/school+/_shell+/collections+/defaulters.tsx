import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms/select-field'
import { listHref } from '~/components/school/list-href'
import { OfficeList } from '~/components/school/office-list'
import { ButtonLink } from '~/components/ui/button'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { classChoices, sectionChoices, sessionChoices } from '~/models/academics/queries.server'
import { classSection } from '~/models/academics/rules'
import { mayStaff } from '~/models/accounts/permissions'
import { listDefaulters, sumOverdue } from '~/models/ledger/defaulters.server'
import { overdueDays } from '~/models/ledger/reminder-view'
import { daysBetween, formatDay, todayInIndia } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import { fullName } from '~/models/students/rules'
import { defaultersViewOf } from './__defaulters.server'

export const handle = pageTitle(() => 'Defaulters')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'fees:view')
  const today = todayInIndia(new Date())
  const { view, wish } = defaultersViewOf(request)
  const [{ rows, ...place }, overduePaise, sessions, classes, sections] = await Promise.all([
    listDefaulters(scope, wish, today),
    sumOverdue(scope, wish, today),
    sessionChoices(scope),
    classChoices(scope),
    sectionChoices(scope),
  ])
  return {
    view,
    overduePaise,
    mayRemind: mayStaff(role, 'fees:collect'),
    choices: {
      sessions: sessions.map(({ publicId, name }) => ({ value: publicId, label: name })),
      classes: classes.map(({ publicId, name }) => ({ value: publicId, label: name })),
      sections: sections.map((one) => ({ value: one.publicId, label: classSection(one.className, one.name) })),
    },
    list: {
      ...place,
      rows: rows.map((row) => ({
        id: row.publicId,
        name: fullName(row),
        place: row.className && row.sectionName ? classSection(row.className, row.sectionName) : 'Not enrolled',
        father: row.fatherName,
        mobile: row.mobileNumber,
        dues: row.dues,
        oldest: `${formatDay(row.oldestOn, 'en')} (${daysBetween(row.oldestOn, today)} days)`,
        amount: formatPaise(row.overduePaise, { style: 'exact' }),
        reminded: row.remindedOn === null ? 'Never' : formatDay(row.remindedOn, 'en'),
      })),
    },
  }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  {
    key: 'name',
    label: 'Student',
    role: 'title',
    sort: 'name',
    cell: (row) => <a href={schoolPaths.collectFrom(row.id)}>{row.name}</a>,
  },
  { key: 'class', label: 'Class', sort: 'class', cell: (row) => row.place },
  { key: 'father', label: "Father's name", cell: (row) => row.father },
  { key: 'mobile', label: 'Mobile number', align: 'nowrap', cell: (row) => row.mobile },
  { key: 'dues', label: 'Overdue dues', align: 'end', cell: (row) => row.dues },
  { key: 'oldest', label: 'Oldest due date', sort: 'oldest', cell: (row) => row.oldest },
  { key: 'reminded', label: 'Reminded', align: 'nowrap', cell: (row) => row.reminded },
  { key: 'amount', label: 'Overdue', align: 'end', sort: 'amount', cell: (row) => row.amount },
]

export default function DefaultersPage() {
  const { view, overduePaise, mayRemind, choices, list } = useLoaderData<typeof loader>()
  const chosen = { search: view.search, ...view.filters }
  return (
    <>
      <PageHead
        title="Defaulters"
        context="Students whose fees were not paid by the due date, with the amount overdue today."
        action={
          list.total > 0 ? (
            <div className="actions">
              <a className="btn btn-secondary" href={listHref(schoolPaths.letters, chosen)} download>
                Print letters
              </a>
              {mayRemind ? (
                <ButtonLink href={listHref(schoolPaths.reminders, chosen)} variant="next" icon="mail">
                  Send reminders
                </ButtonLink>
              ) : null}
            </div>
          ) : undefined
        }
      />
      <OfficeList
        path={schoolPaths.defaulters}
        filePath={schoolPaths.defaultersFile}
        view={view}
        list={list}
        noun="student"
        caption="Defaulters"
        columns={columns}
        rowKey={(row) => row.id}
        search={{ label: 'Search', placeholder: 'Name, number, mobile' }}
        summary={
          <>
            {', '}
            <strong>{formatPaise(overduePaise, { style: 'exact' })}</strong> overdue
          </>
        }
        filters={
          <>
            <SelectField
              name="session"
              label="Fees of session"
              placeholder="Any session"
              defaultValue={view.filters.session}
              options={choices.sessions}
            />
            <SelectField
              name="class"
              label="Class"
              placeholder="All classes"
              defaultValue={view.filters.class}
              options={choices.classes}
            />
            <SelectField
              name="section"
              label="Section"
              placeholder="All sections"
              defaultValue={view.filters.section}
              options={choices.sections}
            />
            <SelectField
              name="days"
              label="Overdue for"
              placeholder="Any time"
              defaultValue={view.filters.days}
              options={overdueDays.map((days) => ({ value: days, label: `${days} days or more` }))}
            />
          </>
        }
        empty={{
          icon: 'check',
          title: 'No defaulters',
          text: 'Students whose fees are not paid by the due date will be listed here.',
        }}
      />
    </>
  )
}
