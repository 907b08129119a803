import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf, optionsOf } from '~/kit/forms/fields'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import {
  applicationYears,
  listHostelApplications,
  listHostelNames,
} from '~/models/money/hostels/decide/applications.server'
import { periodWord } from '~/models/money/hostels/office-words'
import { yearStartsMonth } from '~/models/people/academics/queries.server'
import { applicantColumns, refundColumn, StatusBadges } from '../__application-columns'
import { hostelStatusNames, paidPartNames, statusFilters } from './__words'

export const handle = pageTitle(() => 'Hostel applications')

async function choices(scope: SchoolScope) {
  const [hostels, startsMonth] = await Promise.all([listHostelNames(scope), yearStartsMonth(scope)])
  return { hostels, years: applicationYears(todayInIndia(new Date()), startsMonth) }
}

const list: ListOf<typeof listHostelApplications, Awaited<ReturnType<typeof choices>>> = {
  path: schoolPaths.hostelApplications,
  file: { path: schoolPaths.hostelApplicationsFile, name: 'hostel-applications.csv' },
  noun: 'application',
  may: 'hostel-applications:view',
  add: { href: schoolPaths.newHostelApplication, may: 'hostel-applications:decide' },
  search: { label: 'Search', placeholder: 'Student, enrollment number, hostel or room' },
  filters: {
    status: { label: 'Status', options: optionsOf(statusFilters) },
    hostel: { label: 'Hostel', any: 'All', options: ({ hostels }) => choicesOf(hostels) },
    year: {
      label: 'Academic year',
      any: 'All',
      kind: 'year',
      options: ({ years }) => years.map((value) => ({ value, label: value })),
    },
  },
  columns: [
    ...applicantColumns((id) => schoolPaths.hostelApplication(id)),
    { label: 'Hostel and room', sort: 'room', value: (row) => `${row.hostelName}, ${row.roomNumber}`, only: 'page' },
    { label: 'Hostel', value: 'hostelName', only: 'file' },
    { label: 'Room', value: 'roomNumber', only: 'file' },
    { label: 'Academic year', value: 'academicYear', only: 'file' },
    { label: 'Period', value: (row) => periodWord(row.semester), only: 'file' },
    {
      label: 'Check-in',
      sort: 'check-in',
      value: 'checkInDate',
      cell: (row) => (
        <>
          <span className="nowrap">{formatDay(row.checkInDate, 'en')}</span>{' '}
          <span className="soft small">{`${row.academicYear}, ${periodWord(row.semester)}`}</span>
        </>
      ),
    },
    { label: 'Status', value: (row) => hostelStatusNames[row.shownStatus].word, only: 'file' },
    { label: 'Payment', value: (row) => paidPartNames[row.paidPart], only: 'file' },
    refundColumn(),
    {
      label: 'Status and payment',
      only: 'page',
      value: (row) => hostelStatusNames[row.shownStatus].word,
      cell: (row) => (
        <>
          <StatusBadges status={hostelStatusNames[row.shownStatus]} refundState={row.refundState} />{' '}
          <span className="soft small nowrap">{paidPartNames[row.paidPart]}</span>
        </>
      ),
    },
  ],
}

export const loader = listLoader(list, listHostelApplications, choices)

export default listPage(list, {
  title: 'Hostel applications',
  context: 'Students who have applied for a hostel, live there or have left.',
  icon: 'hostel',
  empty: 'Students’ hostel applications will be listed here, to be approved or put on the waiting list.',
})
