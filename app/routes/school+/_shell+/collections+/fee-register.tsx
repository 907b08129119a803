import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms'
import { listHref } from '~/components/school/list-href'
import { PaperLinks } from '~/components/school/paper-links'
import { EmptyState, FilterBar, PageHead, Pager } from '~/components/ui'
import { requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { financialYearOf, formatDay, formatMonth } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { pageCount, pageOf } from '~/models/core/shared/paging'
import {
  linesOfStudent,
  linesOfTotals,
  type RegisterLine,
  totalsOf,
} from '~/models/money/ledger/books/fee-register-view'
import { classSection, sectionOptions, sessionOptions } from '~/models/people/academics/rules'
import { SessionField } from '~/routes/school+/_shell+/__session-field'
import { readRequestedFeeRegister } from './__fee-register.server'

export const handle = pageTitle(() => 'Fee register')

const pageSize = 20

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:view')
  const { sections, sessions, section, session, register } = await readRequestedFeeRegister(scope, request)
  const choices = {
    section: section?.publicId ?? '',
    session: session?.publicId ?? '',
    sections: sectionOptions(sections),
    sessions: sessionOptions(sessions),
  }
  if (!section || !session || !register) return { chosen: choices, shown: null }
  const { months, students, totals } = register
  const pages = pageCount(students.length, pageSize)
  const page = Math.min(pageOf(new URL(request.url).searchParams), pages)
  const pageStudents = students.slice((page - 1) * pageSize, page * pageSize)
  const financialYear = financialYearOf(session.startsOn)
  return {
    chosen: choices,
    shown: {
      title: classSection(section.className, section.name),
      sessionName: session.name,
      page,
      pages,
      months,
      count: students.length,
      all: totals.all,
      rows: pageStudents.map((student) => ({
        publicId: student.publicId,
        name: student.name,
        rollNumber: student.rollNumber,
        leftOn: student.leftOn,
        creditPaise: student.creditPaise,
        ...linesOfStudent(student, financialYear),
      })),
      totals: [
        ...(pages > 1 ? [{ label: 'This page', ...linesOfTotals(totalsOf(pageStudents, months)) }] : []),
        { label: 'All students', ...linesOfTotals(totals) },
      ],
    },
  }
}

const words: Record<RegisterLine, string> = {
  due: 'Due',
  concession: 'Concession',
  fine: 'Fine',
  paid: 'Paid',
  receipt: 'Receipt',
  on: 'on',
  part: 'of it',
  balance: 'Balance',
}

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })

export default function FeeRegisterPage() {
  const { chosen, shown } = useLoaderData<typeof loader>()
  const { section, session } = chosen
  return (
    <div className="landscape">
      <PageHead
        title="Fee register"
        context={
          shown
            ? `${shown.title}, ${shown.sessionName}: ${exact(shown.all.paidPaise)} of ${exact(shown.all.paidPaise + shown.all.balancePaise)} paid, ${exact(shown.all.balancePaise)} left`
            : 'Monthly dues of each student in a section, and the receipts that paid them.'
        }
      />
      <FilterBar action={schoolPaths.feeRegister}>
        <SelectField name="section" label="Section" defaultValue={section} options={chosen.sections} />
        <SessionField chosen={session} sessions={chosen.sessions} />
      </FilterBar>
      {shown === null ? (
        <EmptyState
          icon="fees"
          title="Choose a section"
          text="You can then read, print or download its fees for the session here."
        />
      ) : shown.count === 0 ? (
        <EmptyState icon="fees" title="No students" text="No student is enrolled in this section for this session." />
      ) : (
        <>
          <p className="actions">
            <a href={listHref(schoolPaths.feeRegisterFile, { section, session })} data-file>
              Download CSV
            </a>
            <PaperLinks path={schoolPaths.printedFeeRegister} filters={{ section, session }} />
          </p>
          <FeeTable shown={shown} />
          <Pager
            page={shown.page}
            pages={shown.pages}
            hrefFor={(page) => listHref(schoolPaths.feeRegister, { section, session, page })}
          />
        </>
      )}
    </div>
  )
}

type Shown = NonNullable<Awaited<ReturnType<typeof loader>>['shown']>

/**
 * Fee register like the printed one: a row per student, a column per month. Each cell is one text of several lines,
 * which renders faster than an element for each line.
 */
function FeeTable({ shown: { title, months, rows, totals } }: { shown: Shown }) {
  return (
    <div className="register">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrolling box */}
      <section className="table-box" aria-label={`Fee register of ${title}`} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Roll</th>
              <th scope="col">Student</th>
              <th scope="col">₹</th>
              {months.map((month) => (
                <th key={month} scope="col">
                  {formatMonth(month, 'en')}
                </th>
              ))}
              <th scope="col">Total</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.publicId}>
                <td>{row.rollNumber ?? '–'}</td>
                <th scope="row">
                  <a href={schoolPaths.studentFees(row.publicId)}>{row.name}</a>
                  {remarksOf(row)}
                </th>
                <Lines {...row} months={months} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            {totals.map((total) => (
              <tr key={total.label}>
                <td />
                <th scope="row">{total.label}</th>
                <Lines {...total} months={months} />
              </tr>
            ))}
          </tfoot>
        </table>
      </section>
      <p className="small soft">
        Fines are as of today. Bounced and refunded money is left out; * marks a partly refunded receipt. Dues before
        the session’s first month are shown in that month, dues after its last month in the last one. Money held is from
        all sessions. A receipt without a year belongs to the financial year in which the session begins.
      </p>
    </div>
  )
}

function remarksOf({ leftOn, creditPaise }: Shown['rows'][number]): string {
  const remarks = [
    leftOn === null ? '' : `left ${formatDay(leftOn, 'en')}`,
    creditPaise === 0 ? '' : `${exact(creditPaise)} held`,
  ]
  return remarks
    .filter(Boolean)
    .map((one) => ` · ${one}`)
    .join('')
}

function Lines({ lines, columns, months }: { lines: RegisterLine[]; columns: string[][]; months: string[] }) {
  return (
    <>
      <td className="lines">{lines.map((line) => words[line]).join('\n')}</td>
      {columns.map((texts, index) => (
        <td key={months[index] ?? 'total'} className="lines num">
          {texts.join('\n')}
        </td>
      ))}
    </>
  )
}
