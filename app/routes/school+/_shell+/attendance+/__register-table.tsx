import { attendanceStatuses } from '~/models/attendance/options'
import type { Register } from '~/models/attendance/register.server'
import { fullName } from '~/models/students/rules'
import { percentWords, statusNames, weekdayOf } from './__attendance-words'

/** The register of a month: a row a student, a column a day, totals at the right and below. It prints on A4, landscape. */
export function RegisterTable({ title, register: { days, students } }: { title: string; register: Register }) {
  return (
    <div className="register">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard */}
      <section className="table-box" aria-label={`Register of ${title}`} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Roll</th>
              <th scope="col">Student</th>
              {days.map(({ day, kind }) => (
                <th key={day} scope="col" className={kind === 'off' ? 'off' : undefined}>
                  {`${weekdayOf(day).charAt(0)} ${Number(day.slice(8))}`}
                </th>
              ))}
              <th scope="col">Days</th>
              {attendanceStatuses.map((status) => (
                <th key={status} scope="col">
                  {statusNames[status].letter}
                </th>
              ))}
              <th scope="col">%</th>
            </tr>
          </thead>
          <tbody>
            {students.map((student) => (
              <tr key={student.publicId}>
                <td>{student.rollNumber ?? '–'}</td>
                <th scope="row">{fullName(student)}</th>
                {student.statuses.map((status, index) => {
                  const day = days[index]
                  return (
                    <td
                      key={day?.day}
                      className={status === 'absent' ? 'away' : day?.kind === 'off' ? 'off' : undefined}
                    >
                      {status === null ? '' : statusNames[status].letter}
                    </td>
                  )
                })}
                <td>{student.days}</td>
                {attendanceStatuses.map((status) => (
                  <td key={status}>{student.counts[status]}</td>
                ))}
                <td>{percentWords(student.percent)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td />
              <th scope="row">Attended</th>
              {days.map(({ day, kind, there }) => (
                <td key={day} className={kind === 'off' ? 'off' : undefined}>
                  {kind === 'marked' ? there : ''}
                </td>
              ))}
              <td colSpan={7} />
            </tr>
          </tfoot>
        </table>
      </section>
      <p className="small soft">
        {`${attendanceStatuses.map((status) => `${statusNames[status].letter} ${statusNames[status].word.toLowerCase()}`).join(' · ')}. Grey days are holidays, empty ones were not marked. Late counts as present, a half day as half.`}
      </p>
    </div>
  )
}
