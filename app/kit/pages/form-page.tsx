import { useActionData, useLoaderData } from '@remix-run/react'
import type { ComponentProps, ReactNode } from 'react'
import { OwnPasswordField } from '~/components/accounts/own-password-field'
import { type FormResult, HiddenKey, useServerForm } from '~/components/forms'
import { FormRows, type Known } from '~/components/forms/described-field'
import { OfficeForm } from '~/components/school/office-form'
import { SaveConflict } from '~/components/students/save-conflict'
import { ButtonLink, PageHead } from '~/components/ui'
import type { Form, FormValue } from '~/kit/forms/fields'
import { type Saying, sayingOf } from './saying'

type Opened = {
  at: string | object
  values: Record<string, FormValue>
  formKey?: string
  version?: number
  asksPassword: boolean
  more: unknown
}
type Conflict = ComponentProps<typeof SaveConflict>
type Loader = (...args: never) => Promise<Opened>

type FormPageProps<Of extends Loader> = {
  form: Form
  /** Defaults to 'Add hostel' or 'Edit Lakeside'. */
  title?: Saying<Of, string>
  context?: Saying<Of, string>
  cancelHref: Saying<Of, string>
  /** Defaults to 'Create hostel' or 'Save Changes'. */
  submit?: string
  /** Shown beside the buttons: the link to delete, or other content. */
  deleteHref?: Saying<Of, string>
  aside?: Saying<Of, ReactNode>
  known?: Saying<Of, Record<string, Known | null | undefined>>
  /** Explains the condition under which the password is required. */
  passwordHint?: string
  /** Shown between the heading and the form. */
  above?: Saying<Of, ReactNode>
}

/** Page whose form creates or edits a thing, with the data of `creating` or `editing`. */
export const formPage =
  <Of extends Loader>(props: FormPageProps<Of>) =>
  () => <FormPage {...props} />

/** `formPage` as a component, for a page that computes more from its data. */
export function FormPage<Of extends Loader>(props: FormPageProps<Of>) {
  const { form, passwordHint } = props
  const opened = useLoaderData() as Awaited<ReturnType<Of>>
  const answer = useActionData() as { result: FormResult; conflict: Conflict | null } | undefined
  const state = useServerForm<Record<string, unknown>>({
    id: form.noun.replaceAll(' ', '-'),
    lastResult: answer?.result,
    defaultValue: opened.values,
  })
  const resolve = sayingOf<Of>(opened)
  const hidden = (name: string, value: string | number | undefined) => state.fields[name]?.initialValue ?? value
  const deleteHref = resolve(props.deleteHref)
  const aside = deleteHref ? (
    <ButtonLink href={deleteHref} variant="quiet">
      Delete this {form.noun}
    </ButtonLink>
  ) : (
    resolve(props.aside)
  )
  const isNew = opened.version === undefined
  // The first field is the name of the thing.
  const [naming] = Object.values(form.fields)
  return (
    <>
      <PageHead
        title={resolve(props.title) ?? (isNew ? `Add ${form.noun}` : `Edit ${opened.values[naming?.name ?? '']}`)}
        context={resolve(props.context)}
      />
      {resolve(props.above)}
      <OfficeForm
        state={state}
        lastResult={answer?.result}
        failure={isNew ? 'Creation Failed' : 'Update Failed'}
        submit={props.submit ?? (isNew ? `Create ${form.noun}` : 'Save Changes')}
        cancelHref={resolve(props.cancelHref)}
        aside={aside}
      >
        {answer?.conflict ? <SaveConflict {...answer.conflict} /> : null}
        {isNew ? (
          <HiddenKey value={String(hidden('form_key', opened.formKey))} />
        ) : (
          <input type="hidden" name="version" value={String(hidden('version', opened.version))} />
        )}
        <FormRows form={form} fields={state.fields} known={resolve(props.known)} />
        {opened.asksPassword && state.fields.own_password ? (
          <OwnPasswordField field={state.fields.own_password} required={!passwordHint} hint={passwordHint} />
        ) : null}
      </OfficeForm>
    </>
  )
}
