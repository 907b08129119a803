import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DateField } from '~/components/forms/date-field'
import { SelectField } from '~/components/forms/select-field'
import { OfficeList } from '~/components/school/office-list'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { classSection } from '~/models/academics/rules'
import { listAbsentees } from '~/models/attendance/absentees.server'
import { findDay } from '~/models/attendance/day-facts.server'
import { absenteeStates } from '~/models/attendance/options'
import { fullName } from '~/models/students/rules'
import { absenteeWishOf } from './__absentees.server'
import { AttendanceTabs } from './__attendance-tabs'
import { closedWords, dayWords, statusNames } from './__attendance-words'

export const handle = pageTitle(() => 'Absentees')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'attendance:view')
  const { view, wish, today } = await absenteeWishOf(staff, request)
  const [facts, list] = await Promise.all([findDay(staff.scope, wish.day, today), listAbsentees(staff.scope, wish)])
  return {
    view,
    today,
    day: wish.day,
    status: wish.status,
    closed: facts.closed && closedWords(facts.closed, wish.day, facts.holiday),
    list: {
      ...list,
      rows: list.rows.map((row) => ({
        id: row.studentPublicId,
        name: fullName(row),
        place: classSection(row.className, row.sectionName),
        rollNumber: row.rollNumber,
        remarks: row.remarks,
        phones: phonesOf([
          { who: row.fatherName, number: row.fatherMobile },
          { who: row.motherName, number: row.motherMobile },
          { who: 'Family', number: row.mobileNumber },
        ]),
      })),
    },
  }
}

/** Each number once, under the first who has it. */
function phonesOf(all: ReadonlyArray<{ who: string; number: string | null }>) {
  const seen = new Set<string>()
  return all.flatMap(({ who, number }) => {
    if (number === null || seen.has(number)) return []
    seen.add(number)
    return [{ who, number }]
  })
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  { key: 'class', label: 'Section', sort: 'class', align: 'nowrap', cell: (row) => row.place },
  { key: 'roll', label: 'Roll', align: 'end', cell: (row) => row.rollNumber ?? '–' },
  {
    key: 'student',
    label: 'Student',
    role: 'title',
    sort: 'student',
    cell: (row) => <a href={schoolPaths.student(row.id)}>{row.name}</a>,
  },
  {
    key: 'phones',
    label: 'Phone',
    cell: (row) => (
      <>
        {row.phones.map(({ who, number }) => (
          <a key={number} className="alone" href={`tel:+91${number}`}>
            {`${who} ${number}`}
          </a>
        ))}
      </>
    ),
  },
  { key: 'remarks', label: 'Remarks', cell: (row) => row.remarks ?? '–' },
]

export default function AbsenteesPage() {
  const { view, today, day, status, closed, list } = useLoaderData<typeof loader>()
  const word = statusNames[status].word
  return (
    <>
      <PageHead
        title={day === today ? 'Today’s absentees' : 'Absentees'}
        context={`${word} on ${dayWords(day)}${closed ? `. ${closed}` : ''}`}
      />
      <AttendanceTabs current="Absentees" />
      {list.total === 0 && view.search === '' ? <p>{`No student has this status on ${dayWords(day)}.`}</p> : null}
      <OfficeList
        path={schoolPaths.absentees}
        filePath={schoolPaths.absenteesFile}
        view={{ ...view, isNarrowed: true }}
        list={list}
        noun="student"
        caption={`${word} on ${dayWords(day)}`}
        columns={columns}
        rowKey={(row) => row.id}
        search={{ label: 'Search absentees', placeholder: 'Name, class or section' }}
        filters={
          <>
            <DateField name="date" label="Date" max={today} defaultValue={day} />
            <SelectField
              name="status"
              label="Attendance"
              placeholder={null}
              defaultValue={status === 'absent' ? '' : status}
              options={absenteeStates.map((one) => ({
                value: one === 'absent' ? '' : one,
                label: statusNames[one].word,
              }))}
            />
          </>
        }
        empty={{
          icon: 'attendance',
          title: 'Nobody is absent',
          text: 'Students marked absent are listed here, with the family’s phone numbers.',
        }}
      />
    </>
  )
}
