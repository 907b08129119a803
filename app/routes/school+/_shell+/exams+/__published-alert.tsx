import { Alert, ButtonLink } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'

/** A published exam stays as the students saw it. `mayWithdraw`: a teacher asks the office. */
export function PublishedAlert({ examId, mayWithdraw = true }: { examId: string; mayWithdraw?: boolean }) {
  return (
    <Alert tone="info" title="The results are published">
      <p>
        Students can see them, so papers and marks cannot be changed.{' '}
        {mayWithdraw
          ? 'To correct something, withdraw the results first.'
          : 'To correct something, ask the office to withdraw them.'}
      </p>
      {mayWithdraw ? (
        <p>
          <ButtonLink href={schoolPaths.withdrawExam(examId)} variant="secondary">
            Withdraw
          </ButtonLink>
        </p>
      ) : null}
    </Alert>
  )
}
