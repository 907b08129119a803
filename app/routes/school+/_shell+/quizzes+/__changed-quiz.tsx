import { CheckboxField } from '~/components/forms'
import { Alert } from '~/components/ui'

export type QuizConflict = {
  /** What stands now: ticking the box says that its sender has seen it. */
  version: number
  /** A sentence for each difference. */
  changes: readonly string[]
}

/** Tells the second of two who save what stands now, and asks whether to save over it. */
export function ChangedQuiz({ version, changes }: QuizConflict) {
  return (
    <>
      <Alert tone="warn" title="Changed since you opened this page">
        {changes.length === 0 ? (
          <p>Somebody else saved the quiz in the meantime.</p>
        ) : (
          <ul>
            {changes.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </Alert>
      <CheckboxField
        name="seen_version"
        value={version}
        label="Save my changes anyway"
        hint="What you entered in this form replaces what was saved in the meantime."
      />
    </>
  )
}
