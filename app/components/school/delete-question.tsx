import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Alert, ButtonLink, PageHead, SubmitButton } from '~/components/ui'

type DeleteQuestionProps = {
  /** What would go: 'Class 6', 'Section A of Class 6'. */
  thing: string
  /** What happens when it goes. */
  consequence: string
  /** Why it cannot go, and what to do first; then there is no button. */
  obstacle: string | null
  /** A button for what can be done instead then. */
  instead?: ReactNode
  backHref: string
}

/** Deleting is a page with a question: it works without script and says why when it must not be done. */
export function DeleteQuestion({ thing, consequence, obstacle, instead, backHref }: DeleteQuestionProps) {
  return (
    <>
      <PageHead title={`Delete ${thing}?`} />
      <div className="card">
        {obstacle ? (
          <Alert tone="bad" title={`${thing} cannot be deleted`}>
            <p>{obstacle}</p>
          </Alert>
        ) : (
          <p>{consequence}</p>
        )}
        <Form method="post" className="actions">
          {obstacle ? (
            instead
          ) : (
            <SubmitButton variant="danger" busyText="Deleting...">
              Delete
            </SubmitButton>
          )}
          <ButtonLink href={backHref} variant="secondary">
            {obstacle ? 'Back' : 'Cancel'}
          </ButtonLink>
        </Form>
      </div>
    </>
  )
}
