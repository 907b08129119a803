import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Badge, ButtonLink, Card, DataTable, DefinitionList, LoneLink } from '~/components/ui'
import { paths } from '~/http/paths'
import { foundOr404, requireOwnStudent, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { m } from '~/language/paraglide/messages'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { listYearsOf, type StudentYear } from '~/models/entry/dashboard/student-years.server'
import { listRemovedScans } from '~/models/entry/retention/aadhaar.server'
import { fieldClass } from '~/models/entry/retention/field-classes'
import { listRemovals } from '~/models/entry/retention/runs.server'
import { resultWords } from '~/models/learning/exams/office-words'
import { listOpenDues } from '~/models/money/ledger/counter/find-payers.server'
import { dueBalance, dueStatus } from '~/models/money/ledger/rules'
import { classSection } from '~/models/people/academics/rules'
import { listSiblings } from '~/models/people/academics/siblings.server'
import { isLimitedToOwnSections, mayStaff, type Permission } from '~/models/people/accounts/staff/permissions'
import { type FactSection, sectionFacts } from '~/models/people/students/describe/sections.server'
import { type DocumentKind, documentLabel } from '~/models/people/students/documents.server'
import { findSections, listDocuments } from '~/models/people/students/find-sections.server'
import { sectionLabel, sections } from '~/models/people/students/options'
import { fullName } from '~/models/people/students/rules'
import { AccountCard } from './__account-card'
import { PersonHead, resultHref, Siblings, StudentNumbers } from './__at-a-glance'
import { StudentLinks } from './__student-links'

export const handle = pageTitle<{ student: { name: string } }>((data) => data?.student.name ?? 'Student')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'students:view')
  const { scope, role } = staff
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  await requireOwnStudent(staff, id)
  const seesMoney = mayStaff(role, 'fees:view')
  // A class teacher may not see previous years, nor brothers and sisters in other sections.
  const isLimited = isLimitedToOwnSections(staff)
  const reads = (may: Permission) => (!mayStaff(role, may) ? 'none' : isLimited ? 'current' : 'all')
  const [found, years, dues, siblings] = await Promise.all([
    findSections(scope, id),
    listYearsOf(scope, id, { attendance: reads('attendance:view'), results: reads('exams:view') }),
    seesMoney ? listOpenDues(scope, id) : null,
    isLimited ? [] : listSiblings(scope, id),
  ])
  const { id: studentId, version: _, values, admissionId, ...stage } = foundOr404(found)
  const hasLeft = stage.status === 'left'
  const [documents, removals, scans] = await Promise.all([
    listDocuments(scope, { id: studentId }),
    hasLeft ? listRemovals(scope, studentId) : [],
    hasLeft ? listRemovedScans(scope, studentId) : [],
  ])
  const today = todayInIndia(new Date())
  return {
    student: {
      ...stage,
      name: fullName({ firstName: values.first_name ?? '', lastName: values.last_name ?? '' }),
      email: values.email ?? null,
    },
    initials: `${[...(values.first_name ?? '')][0] ?? ''}${[...(values.last_name ?? '')][0] ?? ''}`,
    enrollmentNumber: values.enrollment_number ?? '',
    facts: sectionFacts(values),
    removed: [
      ...removals.map(
        ({ key, removedOn }) =>
          `${fieldClass(key).title()}: ${m.retention_removed_on({ date: formatDay(removedOn, 'en') })}`,
      ),
      ...scans.map(
        ({ kind, on, by }) =>
          `${documentLabel(kind as DocumentKind)}: removed on ${formatDay(on, 'en')}; the office (${by}) saw it`,
      ),
    ],
    documents: documents.map(({ kind, key, fileName }) => ({ kind, label: documentLabel(kind), key, fileName })),
    years,
    siblings,
    sees: { attendance: mayStaff(role, 'attendance:view'), results: mayStaff(role, 'exams:view') },
    dues:
      dues?.map((due) => {
        const { id: dueId, name, title, dueOn } = due
        const overdue = dueStatus(due, today) === 'overdue'
        return { id: dueId, name, title, dueOn, balancePaise: dueBalance(due), overdue }
      }) ?? null,
    ways: {
      hold: mayStaff(role, 'settings:edit'),
      money: seesMoney,
      changeRequests: mayStaff(role, 'students:edit'),
      guardians: mayStaff(role, 'students:edit'),
      admission: mayStaff(role, 'admissions:view') ? admissionId : null,
      transport: mayStaff(role, 'transport-applications:view'),
      certificates: mayStaff(role, 'certificates:view'),
      newCertificate: mayStaff(role, 'certificates:edit'),
      register: mayStaff(role, 'register:view'),
      consents: mayStaff(role, 'consents:view'),
      notices: mayStaff(role, 'notices:edit') && stage.status !== 'left',
    },
    mayEdit: mayStaff(role, 'students:edit'),
    mayCollect: mayStaff(role, 'fees:collect'),
  }
}

export default function StudentPage() {
  const {
    student,
    initials,
    documents,
    removed,
    years,
    siblings,
    sees,
    dues,
    ways,
    mayEdit,
    mayCollect,
    enrollmentNumber,
  } = useLoaderData<typeof loader>()
  const current = years.find((year) => year.isCurrent)
  return (
    <>
      <PersonHead
        photo={documents.find(({ kind }) => kind === 'student_photo')?.key ?? null}
        initials={initials}
        title={student.name}
        context={
          current
            ? `${classSection(current.className, current.sectionName)}, ${current.sessionName}`
            : 'Not enrolled in the current session'
        }
        action={
          mayEdit ? <ButtonLink href={schoolPaths.editStudent(student.publicId)} label="Edit student" /> : undefined
        }
      />
      <div className="stack">
        <StudentNumbers years={years} dues={dues} studentId={student.publicId} />
        <StudentLinks id={student.publicId} enrollmentNumber={enrollmentNumber} may={ways} />
        <AccountCard student={student} mayEdit={mayEdit} />
        {removed.length === 0 ? null : (
          <Card title="Removed">
            <ul>
              {removed.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          </Card>
        )}
        <Card
          title="Enrollments"
          aside={
            mayEdit ? (
              <LoneLink href={schoolPaths.enrollStudent(student.publicId)} label="Enroll in a session" />
            ) : undefined
          }
        >
          {years.length === 0 ? (
            <p className="soft">This student is not enrolled in any session.</p>
          ) : (
            <DataTable
              caption="Enrollments"
              rows={years}
              rowKey={(row) => row.publicId}
              columns={[
                {
                  label: m.students_academic_session(),
                  role: 'title',
                  cell: (row) =>
                    mayEdit ? (
                      <a href={schoolPaths.editEnrollment(student.publicId, row.publicId)}>{row.sessionName}</a>
                    ) : (
                      row.sessionName
                    ),
                },
                { label: m.students_class(), cell: (row) => row.className },
                { label: m.students_section(), cell: (row) => row.sectionName },
                { label: m.students_roll_number(), align: 'end', cell: (row) => row.rollNumber ?? '–' },
                { label: 'Enrolled on', align: 'nowrap', cell: (row) => formatDay(row.enrolledOn, 'en') },
                ...(sees.attendance
                  ? [
                      {
                        label: 'Attendance',
                        align: 'end' as const,
                        cell: (row: StudentYear) => (row.days > 0 ? `${row.attendancePercent}%` : '–'),
                      },
                    ]
                  : []),
                ...(sees.results
                  ? [
                      {
                        label: 'Last result',
                        cell: (row: StudentYear) =>
                          row.lastResult ? (
                            <a href={resultHref(row, row.lastResult)}>
                              {`${row.lastResult.name}: ${resultWords(row.lastResult)}`}
                            </a>
                          ) : (
                            '–'
                          ),
                      },
                    ]
                  : []),
              ]}
            />
          )}
        </Card>
        {dues === null ? null : (
          <Card title="Pending dues">
            {dues.length === 0 ? (
              <p className="soft">No dues.</p>
            ) : (
              <DataTable
                caption="Pending dues"
                rows={dues}
                rowKey={(row) => row.id}
                columns={[
                  { label: 'Fee', role: 'title', cell: (row) => `${row.name}: ${row.title}` },
                  { label: 'Due date', align: 'nowrap', cell: (row) => formatDay(row.dueOn, 'en') },
                  { label: 'Amount', align: 'end', cell: (row) => formatPaise(row.balancePaise, { style: 'exact' }) },
                  {
                    label: 'Status',
                    cell: (row) => (row.overdue ? <Badge tone="bad">Overdue</Badge> : <Badge tone="warn">Due</Badge>),
                  },
                  {
                    label: 'Action',
                    role: 'actions',
                    cell: (row) =>
                      mayCollect ? (
                        <a
                          href={schoolPaths.collect(row.id)}
                          aria-label={`Record payment of ${row.name}: ${row.title}`}
                        >
                          Record payment
                        </a>
                      ) : null,
                  },
                ]}
              />
            )}
          </Card>
        )}
        <Siblings all={siblings} />
        <SectionCards />
      </div>
    </>
  )
}

function SectionCards() {
  const { student, facts, documents, mayEdit } = useLoaderData<typeof loader>()
  return sections.map((section) => {
    const label = sectionLabel(section)
    const edit = (
      <LoneLink href={schoolPaths.editStudent(student.publicId, section)} aria-label={`Edit ${label}`} label="Edit" />
    )
    return (
      <Card key={section} title={label} aside={mayEdit ? edit : undefined}>
        {section === 'documents' ? (
          <Documents documents={documents} />
        ) : (
          <div className="stack">{facts[section].map(factsIn)}</div>
        )}
      </Card>
    )
  })
}

function factsIn({ title, items }: FactSection): ReactNode {
  if (items.length === 0) return <p key={title} className="soft">{`${title}: not given yet.`}</p>
  const filledItems = items.filter(({ value }) => value !== null && value !== '')
  const missing = items.filter(({ value }) => value === null || value === '').map(({ label }) => label)
  return (
    <div key={items[0]?.label}>
      {title === null ? null : <h3>{title}</h3>}
      {filledItems.length > 0 ? <DefinitionList items={filledItems} /> : null}
      {missing.length > 0 ? (
        <p className="soft small">{`Not entered yet: ${missing.join(', ').replace(/\.$/, '')}.`}</p>
      ) : null}
    </div>
  )
}

function Documents({ documents }: Pick<SerializeFrom<typeof loader>, 'documents'>) {
  if (documents.length === 0) return <p className="soft">No document yet.</p>
  return (
    <ul>
      {documents.map(({ label, key, fileName }) => (
        <li key={key}>
          {`${label}: `}
          <a href={paths.file(key)}>{fileName}</a>
        </li>
      ))}
    </ul>
  )
}
