import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Alert, ButtonLink, PageHead, SubmitButton } from '~/components/ui'

type QuestionProps = {
  title: string
  context?: string
  /** What happens. */
  children: ReactNode
  button: string
  busy: string
  danger?: boolean
  /** Hidden fields: what is asked for. */
  fields?: Record<string, string>
  /** Why it cannot be done; then there is no button. */
  obstacle?: string | null
  backHref: string
}

/** A change of a student's standing is a page with a question: it works without script and says what will happen. */
export function Question(props: QuestionProps) {
  const { obstacle } = props
  return (
    <>
      <PageHead title={props.title} context={props.context} />
      <div className="card">
        {obstacle ? (
          <Alert tone="bad" title="Not possible">
            <p>{obstacle}</p>
          </Alert>
        ) : (
          props.children
        )}
        <Form method="post" className="actions">
          {Object.entries(props.fields ?? {}).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {obstacle ? null : (
            <SubmitButton variant={props.danger ? 'danger' : 'primary'} busyText={props.busy}>
              {props.button}
            </SubmitButton>
          )}
          <ButtonLink href={props.backHref} variant="secondary">
            {obstacle ? 'Back' : 'Cancel'}
          </ButtonLink>
        </Form>
      </div>
    </>
  )
}
