import { idsOf, teacherSections } from '~/http/route.server'
import { schoolPaths } from '~/http/school-paths'
import { formatInstant } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { listAdmissions } from '~/models/entry/admissions/applicants/admission-queries.server'
import { listHostelApplications } from '~/models/money/hostels/decide/applications.server'
import { findReceiptsByNumber } from '~/models/money/ledger/receipts.server'
import { listTransportApplications } from '~/models/money/transport/decide/applications.server'
import { findStudentByNumber, listStudents } from '~/models/people/academics/list-students.server'
import { classSection } from '~/models/people/academics/rules'
import { teachers } from '~/models/people/academics/teachers.server'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import { mayStaff, type Permission } from '~/models/people/accounts/staff/permissions'
import { roleNames } from '~/models/people/accounts/staff/staff-options'
import { staff as staffList } from '~/models/people/accounts/staff/staff-queries.server'
import { typedMobile } from '~/models/people/students/match-students.server'
import { fullName } from '~/models/people/students/rules'
import { pagesNamed } from './__school-links'

/** Search results of one kind: the first rows, the total, and the list that shows the rest. */
export interface FoundGroup {
  title: string
  rows: Array<{ href: string; name: string; note: string }>
  total: number
  allHref?: string
}

const pageSize = 8
const listed = { page: 1, pageSize, descending: false }

/**
 * Search results of the office in groups. Each group requires its permission; a teacher finds only students of their
 * own sections.
 */
export async function findAnything(staff: StaffSession, searchText: string): Promise<FoundGroup[]> {
  const { scope, role } = staff
  const may = (permission: Permission) => mayStaff(role, permission)
  const when = (permission: Permission, read: () => Promise<FoundGroup>) => (may(permission) ? [read()] : [])
  // Converts a typed phone number to its stored form, because all lists except that of students search only for that.
  const search = typedMobile(searchText) ?? searchText
  const all = (path: string) => `${path}?search=${encodeURIComponent(searchText)}`
  const pages = pagesNamed(searchText, may).map(({ href, label }) => ({ href, name: label, note: '' }))
  const groups = await Promise.all([
    ...when('students:view', async () => {
      const query = {
        ...listed,
        search: searchText,
        sort: 'name',
        filters: { session: '', class: '', section: '', status: '', gender: '', category: '', rte: '' },
      } as const
      const { rows, total } = await listStudents(scope, query, idsOf(await teacherSections(staff)))
      return {
        title: 'Students',
        total,
        allHref: all(schoolPaths.students),
        rows: rows.map((row) => ({
          href: schoolPaths.student(row.publicId),
          name: fullName(row),
          note: words(
            row.enrollmentNumber,
            row.className && row.sectionName && classSection(row.className, row.sectionName),
            row.mobileNumber,
          ),
        })),
      }
    }),
    ...when('fees:view', async () => {
      const { rows, total } = await findReceiptsByNumber(scope, searchText, { pageSize })
      return {
        title: 'Receipts',
        total,
        rows: rows.map((row) => ({
          href: schoolPaths.payment(row.paymentPublicId),
          name: row.number,
          note: words(
            row.studentName,
            formatPaise(row.amountPaise, { style: 'short' }),
            formatInstant(row.issuedAt, 'en'),
            row.isCancelled && 'cancelled',
          ),
        })),
      }
    }),
    ...when('admissions:view', async () => {
      const filters = { state: '', origin: '', class: '', session: '', from: '', to: '' }
      const { rows, total } = await listAdmissions(scope, { ...listed, search, sort: 'state', filters })
      return {
        title: 'Admissions',
        total,
        allHref: all(schoolPaths.admissions),
        rows: rows.map((row) => ({
          href: schoolPaths.admission(row.publicId),
          name: row.name,
          note: words(row.className, row.father_name, row.mobile_number),
        })),
      }
    }),
    ...when('hostel-applications:view', async () => {
      const query = { ...listed, search, sort: 'date', filters: { status: '', hostel: '', year: '' } } as const
      const { rows, total } = await listHostelApplications(scope, query)
      return {
        title: 'Hostel applications',
        total,
        allHref: all(schoolPaths.hostelApplications),
        rows: rows.map((row) => ({
          href: schoolPaths.hostelApplication(row.publicId),
          name: row.studentName,
          note: words(row.hostelName, row.roomNumber, row.academicYear),
        })),
      }
    }),
    ...when('transport-applications:view', async () => {
      const query = {
        ...listed,
        search,
        sort: 'date',
        filters: { status: '', route: '', session: '', kind: '' },
      } as const
      const { rows, total } = await listTransportApplications(scope, query)
      return {
        title: 'Transport applications',
        total,
        allHref: all(schoolPaths.transportApplications),
        rows: rows.map((row) => ({
          href: schoolPaths.transportApplication(row.publicId),
          name: row.studentName,
          note: words(row.routeName ?? row.fareName, row.vehicleNumber, row.sessionName),
        })),
      }
    }),
    ...when('academics:view', async () => {
      const { rows, total } = await teachers.list(scope, { ...listed, search, sort: 'name', filters: { status: '' } })
      return {
        title: 'Teachers',
        total,
        allHref: all(schoolPaths.teachers),
        rows: rows.map((row) => ({
          href: schoolPaths.teacher(row.publicId),
          name: row.name,
          note: words(row.employeeNumber, row.mobileNumber),
        })),
      }
    }),
    ...when('staff:edit', async () => {
      const query = { ...listed, search, sort: 'name', filters: { role: '', state: '' } } as const
      const { rows, total } = await staffList.list(scope, query)
      return {
        title: 'Staff',
        total,
        allHref: all(schoolPaths.staff),
        rows: rows.map((row) => ({
          href: schoolPaths.editStaff(row.publicId),
          name: row.name,
          note: words(roleNames[row.role], row.email),
        })),
      }
    }),
  ])
  return [...groups, { title: 'Pages', rows: pages, total: pages.length }].filter(({ total }) => total > 0)
}

/** Returns the page of the only student or receipt with a typed number; null if none or several match. */
export async function findByNumber(staff: StaffSession, typedNumber: string): Promise<string | null> {
  const { scope, role } = staff
  if (!/\d/.test(typedNumber)) return null
  const [student, receipts] = await Promise.all([
    mayStaff(role, 'students:view')
      ? findStudentByNumber(scope, typedNumber, idsOf(await teacherSections(staff)))
      : null,
    mayStaff(role, 'fees:view') ? findReceiptsByNumber(scope, typedNumber, { pageSize: 2 }) : { rows: [] },
  ])
  const matches = [
    ...(student === null ? [] : [schoolPaths.student(student)]),
    ...receipts.rows.map(({ paymentPublicId }) => schoolPaths.payment(paymentPublicId)),
  ]
  return matches.length === 1 ? (matches[0] ?? null) : null
}

const words = (...all: Array<string | null | false | undefined | ''>) => all.filter(Boolean).join(' · ')
