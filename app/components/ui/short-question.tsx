import { Form } from '@remix-run/react'
import { m } from '~/language/paraglide/messages'
import { Alert, PageHead } from './blocks'
import { ButtonLink, SubmitButton } from './button'

type ShortQuestionProps = {
  title: string
  place: string
  /** Why it cannot be done, or was not. */
  message: string | null
  /** What happens then. */
  texts: readonly string[]
  /** Where the answer goes; to the page's own address where it is left out. */
  action?: string
  /** Null where nothing can be done any more. */
  button: { label: string; busy: string; isDanger?: boolean } | null
  backHref: string
  /** Where it is no application. */
  backLabel?: string
}

/** Asks before something is done about an application, or another thing of a student's. */
export function ShortQuestion(props: ShortQuestionProps) {
  const { title, place, message, texts, action, button, backHref } = props
  return (
    <>
      <PageHead title={title} context={place} />
      <div className="card">
        {message ? (
          <Alert tone="bad">
            <p>{message}</p>
          </Alert>
        ) : (
          texts.map((text) => <p key={text}>{text}</p>)
        )}
        <Form method="post" action={action} className="actions">
          {button ? (
            <SubmitButton variant={button.isDanger ? 'danger' : 'next'} busyText={button.busy}>
              {button.label}
            </SubmitButton>
          ) : null}
          <ButtonLink href={backHref} variant="secondary">
            {props.backLabel ?? m.room_to_application()}
          </ButtonLink>
        </Form>
      </div>
    </>
  )
}
