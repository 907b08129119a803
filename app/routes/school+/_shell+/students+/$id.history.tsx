import type { LoaderFunctionArgs } from '@remix-run/node'
import { foundOr404, requireOwnStudent, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { shownTable, showPage } from '~/kit/pages/show-page'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/core/shared/calendar'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { findAcademicHistory } from '~/models/entry/admissions/promotion/promotion-queries.server'
import { listCardsOf } from '~/models/learning/report-cards/own-cards.server'
import { classSection } from '~/models/people/academics/rules'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { findStudentRecord } from '~/models/people/students/queries.server'
import { fullName } from '~/models/people/students/rules'

export const handle = pageTitle(() => 'Academic history')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'students:view')
  const { scope } = staff
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  await requireOwnStudent(staff, id)
  const [found, history, cards] = await Promise.all([
    findStudentRecord(scope, id),
    findAcademicHistory(scope, id),
    mayStaff(staff.role, 'exams:edit') ? listCardsOf(scope, id) : [],
  ])
  const student = foundOr404(found)
  return {
    id,
    name: fullName(student),
    enrollmentNumber: student.enrollmentNumber,
    email: student.email,
    firstEnrolledOn: history.at(-1)?.enrolledOn ?? null,
    history,
    cards: cards.map(({ card, ...row }) => ({
      ...row,
      sessionName: card.sessionName,
      place: classSection(card.className, card.sectionName),
      termName: card.terms.at(-1)?.name ?? '',
    })),
  }
}

type HistoryRow = Awaited<ReturnType<typeof findAcademicHistory>>[number]

function howItBegan({ began }: HistoryRow): string {
  return began === 'promoted' ? 'Promoted' : began === 'stayed' ? 'Stayed back' : 'Enrolled'
}

const endings = {
  promoted: 'Promoted',
  stayed: 'Stayed back',
  left: 'Left the school',
  completed: 'Finished school',
} as const

function howItEnded({ ended, leftOn, isCurrent }: HistoryRow): string {
  if (leftOn !== null) return `Left on ${formatDay(leftOn, 'en')}`
  return ended ? endings[ended] : isCurrent === 1 ? 'Studying' : '–'
}

export default showPage<typeof loader>(({ id, name, enrollmentNumber, email, firstEnrolledOn, history, cards }) => ({
  title: `Academic history of ${name}`,
  action: { label: 'Back to student', href: schoolPaths.student(id), variant: 'secondary' },
  parts: [
    {
      facts: {
        [m.students_enrollment_number()]: enrollmentNumber,
        'Enrollment date': firstEnrolledOn ? formatDay(firstEnrolledOn, 'en') : null,
        [m.students_email()]: email,
      },
    },
    history.length === 0
      ? { intro: <p className="soft">No academic details available</p> }
      : shownTable({
          caption: 'Academic history',
          rows: history,
          columns: [
            { label: 'Academic Session', role: 'title', value: 'sessionName' },
            { label: 'Class', cell: (row) => row.className },
            { label: 'Section', cell: (row) => row.sectionName },
            { label: 'Roll Number', align: 'end', cell: (row) => row.rollNumber ?? '–' },
            { label: 'Start', value: (row) => `${howItBegan(row)}, ${formatDay(row.enrolledOn, 'en')}` },
            { label: 'End', value: howItEnded },
          ],
        }),
    cards.length > 0 &&
      shownTable({
        caption: 'Published report cards',
        rows: cards,
        columns: [
          { label: 'Report card', role: 'title', value: (row) => `${row.sessionName}, ${row.termName}` },
          { label: 'Class', value: 'place' },
          {
            label: 'Published',
            cell: (row) => (
              <>
                {`${formatDay(row.issuedOn, 'en')}, `}
                <a
                  href={schoolPaths.schemeRevision(row.scheme, row.revision)}
                  aria-label={`Revision ${row.revision}, ${row.sessionName}, ${row.termName}`}
                >{`revision ${row.revision}`}</a>
              </>
            ),
          },
          {
            label: 'Withhold',
            cell: (row) =>
              row.withheld === null ? (
                <a
                  href={schoolPaths.withholdCards(row.scheme, row.enrollment)}
                  aria-label={`Withhold the cards of ${row.sessionName}, ${row.termName}`}
                >
                  Withhold
                </a>
              ) : (
                <a
                  href={schoolPaths.releaseCards(row.scheme, row.enrollment)}
                  aria-label={`Release the cards of ${row.sessionName}, ${row.termName}`}
                >
                  Release
                </a>
              ),
          },
          {
            label: 'Withdraw',
            cell: (row) => (
              <a
                href={schoolPaths.withdrawSchemeCards(row.scheme, {
                  section: '',
                  term: row.termKey,
                  student: row.enrollment,
                })}
                aria-label={`Withdraw the card of ${row.sessionName}, ${row.termName}`}
              >
                Withdraw
              </a>
            ),
          },
        ],
      }),
  ],
}))
