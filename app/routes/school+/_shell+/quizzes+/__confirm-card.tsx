import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Alert, ButtonLink, SubmitButton } from '~/components/ui'

type ConfirmCardProps = {
  /** What cannot be done, and why; then there is no button. */
  obstacle: { title: string; text: string } | null
  submit: string
  busyText: string
  backHref: string
  /** What happens when it is done. */
  children: ReactNode
}

/** A verb is a page with a question: it works without script and says why when it must not be done. */
export function ConfirmCard({ obstacle, submit, busyText, backHref, children }: ConfirmCardProps) {
  return (
    <div className="card">
      {obstacle ? (
        <Alert tone="bad" title={obstacle.title}>
          <p>{obstacle.text}</p>
        </Alert>
      ) : (
        children
      )}
      <Form method="post" className="actions">
        {obstacle ? null : <SubmitButton busyText={busyText}>{submit}</SubmitButton>}
        <ButtonLink href={backHref} variant="secondary">
          {obstacle ? 'Back' : 'Cancel'}
        </ButtonLink>
      </Form>
    </div>
  )
}
