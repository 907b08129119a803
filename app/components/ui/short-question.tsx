import { Form } from '@remix-run/react'
import { Alert, PageHead } from './blocks'
import { ButtonLink, SubmitButton } from './button'

type ShortQuestionProps = {
  title: string
  /** Name of the record. */
  context: string
  /** Reason why the action is impossible or failed. */
  message: string | null
  /** Explains the consequences. */
  texts: readonly string[]
  /** Action URL; defaults to the page's own URL. */
  action?: string
  /** Null if the action has become impossible. */
  button: { label: string; busy: string; isDanger?: boolean } | null
  backHref: string
  backLabel: string
}

/** Confirmation page for an action on an application or another record of a student. */
export function ShortQuestion(props: ShortQuestionProps) {
  const { title, context, message, texts, action, button, backHref } = props
  return (
    <>
      <PageHead title={title} context={context} />
      <div className="card">
        {message ? <Alert tone="bad" text={message} /> : texts.map((text) => <p key={text}>{text}</p>)}
        <Form method="post" action={action} className="actions">
          {button ? (
            <SubmitButton variant={button.isDanger ? 'danger' : 'next'} busyText={button.busy}>
              {button.label}
            </SubmitButton>
          ) : null}
          <ButtonLink href={backHref} variant="secondary" label={props.backLabel} />
        </Form>
      </div>
    </>
  )
}
