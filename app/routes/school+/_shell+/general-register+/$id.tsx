import type { LoaderFunctionArgs } from '@remix-run/node'
import { foundOr404, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import type { ShownCard } from '~/kit/pages/show'
import { shownTable, showPage } from '~/kit/pages/show-page'
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

export default showPage<typeof loader>(({ id, name, birthDate, birthWords, corrections, entries, mayCorrect }) => {
  const [now] = entries
  return {
    title: `Register entry of ${name}`,
    context: now && `${now.isNumbered ? 'Admission number' : 'Enrollment number'} ${now.number}`,
    action: mayCorrect && { label: 'Correct the entry', href: schoolPaths.correctStudent(id), variant: 'secondary' },
    parts: [
      {
        title: 'Student',
        aside: { label: 'Student’s page', href: schoolPaths.student(id) },
        facts: {
          Name: name,
          Mother: now?.motherName,
          Father: now?.fatherName,
          Guardian: now?.guardianName,
          'Date of birth': `${formatDay(birthDate, 'en')} (${birthWords})`,
          Gender: now?.gender,
          Category: now?.category,
          Religion: now?.religion,
        },
      },
      ...entries.map(entryCard),
      {
        title: 'Corrections',
        content: shownTable({
          caption: 'Corrections',
          rows: corrections,
          columns: [
            { label: 'Corrected on', align: 'nowrap', value: (row) => formatDay(row.correctedOn, 'en') },
            { label: 'What', role: 'title', value: (row) => thingNames[row.field] },
            { label: 'Before', cell: (row) => correctedValue(row.field, row.oldValue, 'en') },
            { label: 'After', cell: (row) => correctedValue(row.field, row.newValue, 'en') },
            {
              label: 'Ordered by',
              value: (row) => [row.authority, row.orderNumber && `no. ${row.orderNumber}`].filter(Boolean).join(', '),
            },
            { label: 'Dated', align: 'nowrap', value: (row) => formatDay(row.orderedOn, 'en') },
            { label: 'Reason', value: 'reason' },
            { label: 'Entered by', cell: (row) => row.correctedByName },
          ],
          empty: <p className="soft">No corrections.</p>,
        }),
      },
    ],
    back: { label: 'General register', href: schoolPaths.generalRegister },
  }
})

const thingNames: Record<CorrectedThing, string> = {
  name: 'Name',
  date_of_birth: 'Date of birth',
  admission_number: 'Admission number',
  admission_date: 'Date of admission',
}

/** Register entry of the student: its number, and each period at the school under it. */
function entryCard({ number, isClosed, previousSchool, periods, ...now }: RegisterEntry): ShownCard {
  const times = [...periods, { ...now, returnedOn: null, returnedClass: null }].map((time, index) => {
    const before = periods[index - 1]
    const [cameOn, className] = before
      ? [before.returnedOn, before.returnedClass]
      : [now.admittedOn, now.admissionClass]
    return { ...time, key: index, cameOn, className, isReturn: before !== undefined }
  })
  return {
    title: isClosed ? `Entry ${number}, closed` : `Entry ${number}`,
    facts: { 'Last school': previousSchool },
    content: shownTable({
      caption: `Time at the school under ${number}`,
      rows: times,
      rowKey: (row) => row.key,
      columns: [
        {
          label: 'Came',
          role: 'title',
          value: (row) => `${row.isReturn ? 'Readmitted' : 'Admitted'} ${dayAnd(row.cameOn, row.className) ?? '–'}`,
        },
        { label: 'Left', value: (row) => dayAnd(row.leftOn, row.leavingClass) ?? 'At the school' },
        { label: 'Reason', value: 'leavingReason' },
        {
          label: 'Certificate',
          value: (row) => [row.certificateNumber, dayAnd(row.certificateOn, null)].filter(Boolean).join(', ') || '–',
        },
      ],
    }),
  }
}
