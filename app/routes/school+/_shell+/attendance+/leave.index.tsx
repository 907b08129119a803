import { ofTeacherSections } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { dayColumn, type ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { listLeaveApplications } from '~/models/learning/attendance/leave-applications.server'
import { leaveStates } from '~/models/learning/attendance/options'
import { classSection } from '~/models/people/academics/rules'
import { fullName } from '~/models/people/students/rules'
import { AttendanceTabs } from './__attendance-tabs'
import { leaveStateNames, spanWords } from './__attendance-words'

export const handle = pageTitle(() => 'Leave applications')

export const list: ListOf<typeof listLeaveApplications> = {
  path: schoolPaths.leaveApplications,
  file: { path: schoolPaths.leaveApplicationsFile, name: 'leave-applications.csv' },
  noun: 'application',
  may: 'leave:decide',
  search: { label: 'Search applications', placeholder: 'Name, section or reason' },
  filters: {
    state: {
      label: 'Status',
      any: 'Any status',
      options: leaveStates.map((value) => ({ value, label: leaveStateNames[value].word })),
    },
  },
  columns: [
    {
      label: 'Leave',
      only: 'page',
      align: 'nowrap',
      sort: 'from',
      newestFirst: true,
      value: (row) => spanWords(row.startsOn, row.endsOn),
    },
    {
      label: 'Student',
      role: 'title',
      sort: 'student',
      value: fullName,
      href: (row) => schoolPaths.leaveApplication(row.publicId),
    },
    { label: 'Enrollment number', only: 'file', value: 'enrollmentNumber' },
    { label: 'Class', only: 'file', value: 'className' },
    {
      label: 'Section',
      align: 'nowrap',
      value: 'sectionName',
      cell: (row) => classSection(row.className, row.sectionName),
    },
    { label: 'From', only: 'file', value: 'startsOn' },
    { label: 'Until', only: 'file', value: 'endsOn' },
    { label: 'Reason', value: 'reason' },
    dayColumn('Applied on', (row) => row.createdAt, { sort: 'asked', newestFirst: true }),
    {
      label: 'Status',
      value: (row) => leaveStateNames[row.state].word,
      tone: (row) => leaveStateNames[row.state].tone,
    },
    { label: 'Answer', only: 'file', value: 'answer' },
    { label: 'Decided by', only: 'file', value: 'decidedByName' },
  ],
}

export const loader = listLoader(list, ofTeacherSections(listLeaveApplications))

export default listPage(list, {
  title: 'Leave applications',
  context: 'Approved leave is pre-selected when attendance is marked.',
  icon: 'calendar',
  empty:
    'Students and their families apply for leave on their attendance page. The applications appear here for you to decide.',
  above: <AttendanceTabs current="Leave" />,
})
