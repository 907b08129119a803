import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms'
import { listHref } from '~/components/school/list-href'
import { PaperLinks } from '~/components/school/paper-links'
import { EmptyState, FilterBar, PageHead } from '~/components/ui'
import { requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { addDays, formatDay, formatMonth, todayInIndia } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'
import { attendanceStatuses } from '~/models/learning/attendance/options'
import { type Register, readRegister } from '~/models/learning/attendance/register.server'
import { holidaysAmong, monthsSoFar } from '~/models/learning/attendance/rules'
import { classSection, sessionOptions } from '~/models/people/academics/rules'
import { fullName } from '~/models/people/students/rules'
import { SessionField } from '~/routes/school+/_shell+/__session-field'
import { chooseSection, monthOf, monthSessions } from './__attendance.server'
import { AttendanceTabs } from './__attendance-tabs'
import { attendanceStatusNames, percentWords, spanWords, weekdayWord } from './__attendance-words'

export const handle = pageTitle(() => 'Attendance register')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'attendance:view')
  const query = new URL(request.url).searchParams
  const today = todayInIndia(new Date())
  const month = monthOf(query, today)
  const [{ choices, section }, { sessions, session }] = await Promise.all([
    chooseSection(staff, query),
    monthSessions(staff, query, month),
  ])
  const months = session ? monthsSoFar(session, today) : []
  const filters = {
    month,
    section: section?.publicId ?? '',
    // A month offers a choice of sessions only if one session ends in it and the next begins.
    session: sessions.length > 1 ? (session?.publicId ?? '') : '',
    sessions: sessionOptions(sessions),
    months: (months.includes(month) ? months : [...months, month]).map((one) => ({
      value: one,
      label: formatMonth(one, 'en'),
    })),
    sections: choices.map((one) => ({ value: one.publicId, label: classSection(one.className, one.name) })),
  }
  if (!section || !session) return { chosen: filters, register: null }
  const register = await readRegister(staff.scope, { section: section.publicId, sessionId: session.id, month })
  return { chosen: filters, register: { title: classSection(section.className, section.name), ...register } }
}

export default function RegisterPage() {
  const { chosen, register } = useLoaderData<typeof loader>()
  const { section, session, month } = chosen
  const at = (month: string) => listHref(schoolPaths.attendanceRegister, { section, session, month })
  const before = addDays(`${month}-01`, -1).slice(0, 7)
  const after = addDays(`${month}-01`, 31).slice(0, 7)
  return (
    <div className="landscape">
      <PageHead
        title="Attendance register"
        context={
          register
            ? `${register.title}, ${formatMonth(month, 'en')}: ${percentWords(register.percent)} attendance`
            : undefined
        }
      />
      <AttendanceTabs current="Register" />
      <FilterBar action={schoolPaths.attendanceRegister} key={at(month)} submitLabel="Show">
        <SelectField name="section" label="Section" defaultValue={section} options={chosen.sections} />
        <SelectField name="month" label="Month" placeholder={null} defaultValue={month} options={chosen.months} />
        {session === '' ? null : <SessionField chosen={session} sessions={chosen.sessions} />}
      </FilterBar>
      {register === null ? (
        <EmptyState
          icon="attendance"
          title="Choose a section"
          text="You can then read, print or download its register for the month here."
        />
      ) : register.students.length === 0 ? (
        <EmptyState
          icon="attendance"
          title="No students in this month"
          text="No student was in the section in this month."
        />
      ) : (
        <>
          <p className="actions">
            <a className="btn btn-secondary" href={at(before)}>{`← ${formatMonth(before, 'en')}`}</a>
            <a className="btn btn-secondary" href={at(after)}>{`${formatMonth(after, 'en')} →`}</a>
            <a href={listHref(schoolPaths.registerFile, { section, session, month })} data-file>
              Download CSV
            </a>
            <PaperLinks path={schoolPaths.printedRegister} filters={{ section, session, month }} />
          </p>
          <RegisterTable title={register.title} register={register} />
        </>
      )}
    </div>
  )
}

/** Changes of a student within the month: joined, left, or moved to another section. */
function comings({ joinedOn, leftOn, isElsewhere }: Register['students'][number]): string[] {
  return [
    joinedOn ? `joined ${formatDay(joinedOn, 'en')}` : '',
    leftOn ? `left ${formatDay(leftOn, 'en')}` : '',
    isElsewhere ? 'now in another section' : '',
  ].filter(Boolean)
}

/** Register of a month: a row per student, a column per day, totals on the right and below. Prints on A4 landscape. */
function RegisterTable({ title, register }: { title: string; register: Register }) {
  const { days, students, workingDays, average } = register
  const holidays = holidaysAmong(days).map(({ name, from, until }) => `; ${name}: ${spanWords(from, until)}`)
  return (
    <div className="register">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrolling box */}
      <section className="table-box" aria-label={`Register of ${title}`} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Roll</th>
              <th scope="col">Student</th>
              {days.map(({ day, kind }) => (
                <th key={day} scope="col" className={kind === 'off' ? 'off' : undefined}>
                  {`${weekdayWord(day).charAt(0)} ${Number(day.slice(8))}`}
                </th>
              ))}
              {attendanceStatuses.map((status) => (
                <th key={status} scope="col">
                  {attendanceStatusNames[status].letter}
                </th>
              ))}
              <th scope="col">%</th>
              <th scope="col">
                <abbr title="Attended in this month">Att</abbr>
              </th>
              <th scope="col">
                <abbr title="Brought forward: attended before this month">B/F</abbr>
              </th>
              <th scope="col">
                <abbr title="Total days attended, of all marked days">All</abbr>
              </th>
            </tr>
          </thead>
          <tbody>
            {students.map((student) => (
              <tr key={student.publicId}>
                <td>{student.rollNumber ?? '–'}</td>
                <th scope="row">{[fullName(student), ...comings(student)].join(' · ')}</th>
                {student.statuses.map((status, index) => {
                  const day = days[index]
                  return (
                    <td
                      key={day?.day}
                      className={status === 'absent' ? 'away' : day?.kind === 'off' ? 'off' : undefined}
                    >
                      {status === null ? (day?.kind === 'outside' ? '–' : '') : attendanceStatusNames[status].letter}
                    </td>
                  )
                })}
                {attendanceStatuses.map((status) => (
                  <td key={status}>{student.counts[status]}</td>
                ))}
                <td>{percentWords(student.percent)}</td>
                <td>{student.attended}</td>
                <td>{student.broughtForward}</td>
                <td>{`${student.attendedInAll} / ${student.daysInAll}`}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            {(['boys', 'girls', 'all'] as const).map((who) => (
              <tr key={who}>
                <td />
                <th scope="row">{{ boys: 'Boys', girls: 'Girls', all: 'Attended' }[who]}</th>
                {days.map(({ day, kind, there }) => (
                  <td key={day} className={kind === 'off' ? 'off' : undefined}>
                    {kind === 'marked' ? there[who] : ''}
                  </td>
                ))}
                <td colSpan={9} />
              </tr>
            ))}
          </tfoot>
        </table>
      </section>
      <p>{`${counted(workingDays, 'working day')}${average === null ? '' : `, ${average} present on average`}${holidays.join('')}`}</p>
      <p className="small soft">
        {`${attendanceStatuses.map((status) => `${attendanceStatusNames[status].letter} ${attendanceStatusNames[status].word.toLowerCase()}`).join(' · ')}. Grey days are holidays, empty ones were not marked. Late counts as present, a half day as half.`}
      </p>
    </div>
  )
}
