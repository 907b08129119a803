import { Form as PostedForm, useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { OwnPasswordField } from '~/components/accounts/own-password-field'
import { type FormResult, useServerForm } from '~/components/forms'
import { FormRows, type Known } from '~/components/forms/described-field'
import { OfficeForm } from '~/components/school/office-form'
import { Alert, ButtonLink, PageHead } from '~/components/ui'
import type { Form, FormValue } from '~/kit/forms/fields'
import { question } from '~/models/core/shared/decisions/decision-fields'
import { type Saying, sayingOf } from './saying'

type Opened = {
  obstacle: string | null
  values: Record<string, FormValue>
  /** Name of the password field; false if the password is not required. */
  asksPassword: string | boolean
}
type Loader = (...args: never) => Promise<Opened>

type DecisionPageProps<Of extends Loader> = {
  /** The `form` of the page's `deciding`, if it has one. */
  form?: Form
  title: Saying<Of, string>
  context?: Saying<Of, string>
  submit: Saying<Of, string>
  /** Button label while pending; defaults to 'Saving...'. */
  busyText?: string
  /** Title above the obstacle; defaults to 'This cannot be done'. */
  obstacleTitle?: Saying<Of, string>
  isDangerous?: Saying<Of, boolean>
  backHref: Saying<Of, string>
  known?: Saying<Of, Record<string, Known | null | undefined>>
  passwordHint?: string
  /** Alternative action below an obstacle: a link, or a button that posts. */
  instead?: Saying<Of, ReactNode>
  /** Explains the consequences. */
  explanation?: Saying<Of, ReactNode>
}

/** Confirmation page with the data of `deciding`: the consequences, a form and a button, or the obstacle. */
export const decisionPage =
  <Of extends Loader>(props: DecisionPageProps<Of>) =>
  () => <DecisionPage {...props} />

/** `decisionPage` as a component, for a page that computes more from its data. */
export function DecisionPage<Of extends Loader>(props: DecisionPageProps<Of>) {
  const { form = question } = props
  const opened = useLoaderData() as Awaited<ReturnType<Of>>
  const lastResult = useActionData() as FormResult | undefined
  const state = useServerForm<Record<string, unknown>>({ id: form.noun, lastResult, defaultValue: opened.values })
  const resolve = sayingOf<Of>(opened)
  const backHref = resolve(props.backHref)
  const password = typeof opened.asksPassword === 'string' ? state.fields[opened.asksPassword] : null
  // A refusal of a form without fields is shown as an obstacle, because the user has no field to correct.
  const refused = form.rows.length === 0 && !opened.asksPassword ? state.formErrors[0] : null
  const obstacle = opened.obstacle ?? refused ?? null
  return (
    <>
      <PageHead title={resolve(props.title)} context={resolve(props.context)} />
      {obstacle === null ? (
        <OfficeForm
          state={state}
          lastResult={lastResult}
          submit={resolve(props.submit)}
          busyText={props.busyText}
          variant={resolve(props.isDangerous) ? 'danger' : undefined}
          cancelHref={backHref}
        >
          {resolve(props.explanation)}
          <FormRows form={form} fields={state.fields} known={resolve(props.known)} />
          {password ? <OwnPasswordField field={password} hint={props.passwordHint} required /> : null}
        </OfficeForm>
      ) : (
        <div className="card">
          <Alert tone="bad" title={resolve(props.obstacleTitle) ?? 'This cannot be done'} text={obstacle} />
          <PostedForm method="post" className="actions">
            {resolve(props.instead)}
            <ButtonLink href={backHref} variant="secondary" label="Back" />
          </PostedForm>
        </div>
      )}
    </>
  )
}
