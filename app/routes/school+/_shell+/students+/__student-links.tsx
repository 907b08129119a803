import { listHref } from '~/components/school/list-href'
import { schoolPaths } from '~/http/school-paths'

type StudentLinksProps = { id: string; enrollmentNumber: string; may: StudentWays }

/** Which pages this person may open. */
export type StudentWays = {
  money: boolean
  changeRequests: boolean
  admission: string | null
  notices: boolean
  transport: boolean
}

/** The ways from a student's page to what has a page of its own. */
export function StudentLinks({ id, enrollmentNumber, may }: StudentLinksProps) {
  return (
    <nav className="actions" aria-label="More about the student">
      <a className="alone" href={schoolPaths.academicHistory(id)}>
        Academic history
      </a>
      {may.money ? (
        <>
          <a className="alone" href={schoolPaths.studentFees(id)}>
            All fees
          </a>
          <a className="alone" href={schoolPaths.studentConcessions(id)}>
            Concessions
          </a>
        </>
      ) : null}
      {may.admission ? (
        <a className="alone" href={schoolPaths.admission(may.admission)}>
          Admission
        </a>
      ) : null}
      {may.changeRequests ? (
        <a className="alone" href={listHref(schoolPaths.changeRequests, { search: enrollmentNumber })}>
          Change requests
        </a>
      ) : null}
      {may.transport ? (
        <a className="alone" href={listHref(schoolPaths.transportApplications, { search: enrollmentNumber })}>
          Transport
        </a>
      ) : null}
      {may.notices ? (
        <a className="alone" href={schoolPaths.writeTo(id)}>
          Write a notice
        </a>
      ) : null}
    </nav>
  )
}
