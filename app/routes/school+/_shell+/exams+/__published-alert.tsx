import { Alert, ButtonLink } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'

/** Explains that a published exam cannot be changed. `mayWithdraw`: false for a teacher, who must ask the office. */
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
          <ButtonLink href={schoolPaths.withdrawExam(examId)} variant="secondary" label="Withdraw" />
        </p>
      ) : null}
    </Alert>
  )
}
