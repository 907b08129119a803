import { listHref } from '~/components/school/list-href'
import { Card, PageHead, StatCard } from '~/components/ui'
import { paths } from '~/http/paths'
import { schoolPaths } from '~/http/school-paths'
import { formatPaise } from '~/models/core/shared/money'
import type { StudentYear } from '~/models/entry/dashboard/student-years.server'
import { resultWords } from '~/models/learning/exams/office-words'
import type { LastResult } from '~/models/learning/exams/results/last-result.server'
import { classSection } from '~/models/people/academics/rules'
import type { listSiblings } from '~/models/people/academics/siblings.server'

type PersonHeadProps = Parameters<typeof PageHead>[0] & {
  /** Key of the stored photo; without one, the initials are shown. */
  photo: string | null
  initials: string
}

export function PersonHead({ photo, initials, ...head }: PersonHeadProps) {
  return (
    <div className="person">
      {photo ? (
        <img className="photo" src={paths.file(photo)} alt="" width={72} height={90} />
      ) : (
        <span className="photo" aria-hidden="true">
          {initials}
        </span>
      )}
      <PageHead {...head} />
    </div>
  )
}

/** Result sheet of the section, which contains the student's row. */
export const resultHref = (year: StudentYear, { exam }: LastResult) =>
  listHref(schoolPaths.resultSheet(exam), { section: year.sectionPublicId })

type StudentNumbersProps = {
  /** Newest first. */
  years: readonly StudentYear[]
  /** Null if the user may not see money. */
  dues: ReadonlyArray<{ balancePaise: number; overdue: boolean }> | null
  studentId: string
}

export function StudentNumbers({ years, dues, studentId }: StudentNumbersProps) {
  const current = years.find((year) => year.isCurrent && year.days > 0)
  const tested = years.find((year) => year.lastResult !== null)
  const overduePaise = sumOf(dues?.filter(({ overdue }) => overdue) ?? [])
  if (!dues && !current && !tested) return null
  return (
    <div className="cols">
      {dues ? (
        <StatCard
          label="Balance due"
          value={formatPaise(sumOf(dues), { style: 'exact' })}
          note={overduePaise > 0 ? `${formatPaise(overduePaise, { style: 'exact' })} overdue` : 'Nothing overdue'}
          href={schoolPaths.studentFees(studentId)}
        />
      ) : null}
      {current ? (
        <StatCard
          label={`Attendance ${current.sessionName}`}
          value={`${current.attendancePercent}%`}
          note={`of ${current.days} marked days`}
          href={listHref(schoolPaths.attendanceRegister, { section: current.sectionPublicId })}
        />
      ) : null}
      {tested?.lastResult ? (
        <StatCard
          label="Last result"
          value={resultWords(tested.lastResult)}
          note={`${tested.lastResult.name}, ${tested.sessionName}`}
          href={resultHref(tested, tested.lastResult)}
        />
      ) : null}
    </div>
  )
}

function sumOf(dues: ReadonlyArray<{ balancePaise: number }>): number {
  return dues.reduce((sum, { balancePaise }) => sum + balancePaise, 0)
}

export function Siblings({ all }: { all: Awaited<ReturnType<typeof listSiblings>> }) {
  if (all.length === 0) return null
  return (
    <Card title="Brothers and sisters" aside={<span className="soft small">The mobile number is the same</span>}>
      <ul>
        {all.map(({ publicId, name, className, sectionName, left }) => (
          <li key={publicId}>
            <a href={schoolPaths.student(publicId)}>{name}</a>
            {className !== null && sectionName !== null
              ? `, ${classSection(className, sectionName)}`
              : left
                ? ', left the school'
                : ', not enrolled in the current session'}
          </li>
        ))}
      </ul>
    </Card>
  )
}
