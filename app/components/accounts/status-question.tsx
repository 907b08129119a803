import { Form } from '@remix-run/react'
import { type FormResult, useServerForm } from '~/components/forms/use-server-form'
import { Alert } from '~/components/ui/alert'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHead } from '~/components/ui/page-head'
import { SubmitButton } from '~/components/ui/submit-button'
import { FormTrouble } from './form-trouble'
import { OwnPasswordField } from './own-password-field'

type StatusQuestionProps = {
  title: string
  /** What happens then. */
  consequence: string
  /** Why it cannot be; then there is no button. */
  obstacle?: string | null
  /** What the answer makes of the status, where it is about one: the form carries it, so that two clerks who ask the same do not undo each other. */
  becomes?: 'active' | 'inactive'
  button: string
  busyText: string
  isDangerous: boolean
  asksPassword: boolean
  backHref: string
  lastResult: FormResult | undefined
}

/** Asks before somebody is taken off or put back, on a page of its own. */
export function StatusQuestion(props: StatusQuestionProps) {
  const state = useServerForm<{ own_password: string }>({ id: 'status', lastResult: props.lastResult })
  return (
    <>
      <PageHead title={props.title} />
      <Card>
        {props.obstacle ? (
          <Alert tone="bad" title="This cannot be done">
            <p>{props.obstacle}</p>
          </Alert>
        ) : (
          <p>{props.consequence}</p>
        )}
        <Form method="post" {...state.form}>
          {props.becomes ? <input type="hidden" name="status" value={props.becomes} /> : null}
          <FormTrouble formId={state.form.id} allErrors={state.allErrors} title="Update Failed" />
          {props.asksPassword && !props.obstacle ? (
            <OwnPasswordField field={state.fields.own_password} required />
          ) : null}
          <div className="actions">
            {props.obstacle ? null : (
              <SubmitButton variant={props.isDangerous ? 'danger' : 'primary'} busyText={props.busyText}>
                {props.button}
              </SubmitButton>
            )}
            <ButtonLink href={props.backHref} variant="secondary">
              {props.obstacle ? 'Back' : 'Cancel'}
            </ButtonLink>
          </div>
        </Form>
      </Card>
    </>
  )
}
