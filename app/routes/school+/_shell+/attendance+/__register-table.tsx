import { type AttendanceStatus, attendanceStatuses } from '~/models/attendance/options'
import { percentWords, statusNames, weekdayOf } from './__attendance-words'

type RegisterTableProps = {
  title: string
  register: {
    days: ReadonlyArray<{ day: string; kind: 'marked' | 'off' | 'open'; there: number }>
    pupils: ReadonlyArray<{
      studentPublicId: string
      name: string
      rollNumber: number | null
      statuses: ReadonlyArray<AttendanceStatus | null>
      counts: Record<AttendanceStatus, number>
      days: number
      percent: number | null
    }>
  }
}

/** The register of a month: a row a pupil, a column a day, totals at the right and below. It prints on A4, landscape. */
export function RegisterTable({ title, register }: RegisterTableProps) {
  const { days, pupils } = register
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
              <th scope="col">P</th>
              <th scope="col">A</th>
              <th scope="col">L</th>
              <th scope="col">H</th>
              <th scope="col">Lv</th>
              <th scope="col">%</th>
            </tr>
          </thead>
          <tbody>
            {pupils.map((pupil) => (
              <tr key={pupil.studentPublicId}>
                <td>{pupil.rollNumber ?? '–'}</td>
                <th scope="row">{pupil.name}</th>
                {pupil.statuses.map((status, index) => {
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
                <td>{pupil.days}</td>
                {attendanceStatuses.map((status) => (
                  <td key={status}>{pupil.counts[status]}</td>
                ))}
                <td>{percentWords(pupil.percent)}</td>
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
