import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ButtonLink, Card, DataTable, DefinitionList, PageHead } from '~/components/ui'
import { foundOr404, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { formatDay } from '~/models/core/shared/calendar'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { findEntries, type RegisterEntry } from '~/models/entry/register/entries.server'
import { correctedValue } from '~/models/entry/register/options'
import { dayInWords } from '~/models/learning/certificates/day-in-words'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { isOnRegister } from '~/models/people/students/register/on-register.server'
import type { CorrectedThing } from '~/models/people/students/register/register-options'

export const handle = pageTitle(() => 'Register entry')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'register:view')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const entries = await findEntries(scope, id)
  const now = foundOr404(entries[0])
  return {
    id,
    name: now.name,
    birthDate: now.birthDate,
    birthWords: dayInWords(now.birthDate, 'en'),
    corrections: now.corrections,
    entries,
    mayCorrect: mayStaff(role, 'students:edit') && (await isOnRegister(scope, now.studentId)),
  }
}

const dayAnd = (day: string | null, more: string | null) =>
  day === null ? more : [formatDay(day, 'en'), more].filter(Boolean).join(', ')

export default function RegisterEntryPage() {
  const { id, name, birthDate, birthWords, corrections, entries, mayCorrect } = useLoaderData<typeof loader>()
  const [now] = entries
  return (
    <>
      <PageHead
        title={`Register entry of ${name}`}
        context={now ? `${now.isNumbered ? 'Admission number' : 'Enrollment number'} ${now.number}` : undefined}
        action={
          mayCorrect ? (
            <ButtonLink href={schoolPaths.correctStudent(id)} variant="secondary">
              Correct the entry
            </ButtonLink>
          ) : undefined
        }
      />
      <div className="stack">
        <Card
          title="Student"
          aside={
            <a className="alone" href={schoolPaths.student(id)}>
              Student’s page
            </a>
          }
        >
          <DefinitionList
            items={[
              { label: 'Name', value: name },
              { label: 'Mother', value: now?.motherName },
              { label: 'Father', value: now?.fatherName },
              { label: 'Guardian', value: now?.guardianName },
              { label: 'Date of birth', value: `${formatDay(birthDate, 'en')} (${birthWords})` },
              { label: 'Gender', value: now?.gender },
              { label: 'Category', value: now?.category },
              { label: 'Religion', value: now?.religion },
            ]}
          />
        </Card>
        {entries.map((entry) => (
          <Entry key={entry.key} entry={entry} />
        ))}
        <Card title="Corrections">
          {corrections.length === 0 ? (
            <p className="soft">Everything stands as it was entered.</p>
          ) : (
            <DataTable
              caption="Corrections"
              rows={corrections}
              rowKey={(row) => row.id}
              columns={[
                { label: 'Corrected on', align: 'nowrap', cell: (row) => formatDay(row.correctedOn, 'en') },
                { label: 'What', role: 'title', cell: (row) => thingNames[row.field] },
                { label: 'Before', cell: (row) => correctedValue(row.field, row.oldValue, 'en') },
                { label: 'After', cell: (row) => correctedValue(row.field, row.newValue, 'en') },
                {
                  label: 'On the authority of',
                  cell: (row) =>
                    [row.authority, row.orderNumber && `no. ${row.orderNumber}`].filter(Boolean).join(', '),
                },
                { label: 'Dated', align: 'nowrap', cell: (row) => formatDay(row.orderedOn, 'en') },
                { label: 'Reason', cell: (row) => row.reason },
                { label: 'Entered by', cell: (row) => row.correctedByName },
              ]}
            />
          )}
        </Card>
        <p>
          <a className="alone" href={schoolPaths.generalRegister}>
            General register
          </a>
        </p>
      </div>
    </>
  )
}

const thingNames: Record<CorrectedThing, string> = {
  name: 'Name',
  date_of_birth: 'Date of birth',
  admission_number: 'Admission number',
  admission_date: 'Date of admission',
}

/** Register entry of the student: its number, and each period at the school under it. */
function Entry({ entry }: { entry: RegisterEntry }) {
  const { number, isClosed, previousSchool, periods, ...now } = entry
  const times = [...periods, { ...now, returnedOn: null, returnedClass: null }].map((time, index) => {
    const before = periods[index - 1]
    const [cameOn, className] = before
      ? [before.returnedOn, before.returnedClass]
      : [now.admittedOn, now.admissionClass]
    return { ...time, key: index, cameOn, className, isReturn: before !== undefined }
  })
  return (
    <Card title={isClosed ? `Entry ${number}, closed` : `Entry ${number}`}>
      <DefinitionList items={[{ label: 'Last school', value: previousSchool }]} />
      <DataTable
        caption={`Times at the school under ${number}`}
        rows={times}
        rowKey={(row) => row.key}
        columns={[
          {
            label: 'Came',
            role: 'title',
            cell: (row) => `${row.isReturn ? 'Came back' : 'Admitted'} ${dayAnd(row.cameOn, row.className) ?? '–'}`,
          },
          { label: 'Left', cell: (row) => dayAnd(row.leftOn, row.leavingClass) ?? 'At the school' },
          { label: 'Reason', cell: (row) => row.leavingReason ?? '–' },
          {
            label: 'Certificate',
            cell: (row) => [row.certificateNumber, dayAnd(row.certificateOn, null)].filter(Boolean).join(', ') || '–',
          },
        ]}
      />
    </Card>
  )
}
