import { paths } from '~/http/paths'

/** The ways from a student's page to what has a page of its own. */
export function StudentLinks({ id, seesMoney }: { id: string; seesMoney: boolean }) {
  return (
    <nav className="actions" aria-label="More about the student">
      <a className="alone" href={paths.school.academicHistory(id)}>
        Academic history
      </a>
      {seesMoney ? (
        <>
          <a className="alone" href={paths.school.studentFees(id)}>
            All fees
          </a>
          <a className="alone" href={paths.school.studentConcessions(id)}>
            Concessions
          </a>
        </>
      ) : null}
    </nav>
  )
}
