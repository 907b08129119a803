import { Form } from '@remix-run/react'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { NewPasswordFields } from '~/components/accounts/new-password-fields'
import { type FormResult, HiddenKey, useServerForm } from '~/components/forms'
import { FormRows } from '~/components/forms/described-field'
import { FileFields } from '~/components/students/file-fields'
import { SubmitButton } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import type { FormView } from '~/models/shared/fields'
import type { FileView } from '~/models/students/documents.server'

type RegistrationFormProps = {
  lastResult: FormResult | undefined
  form: FormView
  files: readonly FileView[]
  classes: ReadonlyArray<{ publicId: string; name: string }>
  formKey: string
}

type Passwords = Record<'password' | 'password_confirmation', string>

/** A child registers at one school (decisions, section 1). Documents may come now or later. */
export function RegistrationForm({ lastResult, form, files, classes, formKey }: RegistrationFormProps) {
  const state = useServerForm<Passwords & Record<string, string>>({ id: 'register', lastResult })
  const { fields, allErrors } = state
  const options = classes.map(({ publicId, name }) => ({ value: publicId, label: name }))
  return (
    <Form method="post" encType="multipart/form-data" {...state.form}>
      <FormTrouble formId={state.form.id} allErrors={allErrors} title={m.admissions_register_failed()} />
      <HiddenKey value={formKey} />
      <FormRows form={form} fields={fields} known={{ class: { options } }} />
      <NewPasswordFields side="student" label={m.accounts_password()} fields={fields} />
      <FileFields files={files} fields={fields} />
      {/* People neither see nor hear this field; what fills it in is a program. */}
      <p hidden>
        <label htmlFor="website">{m.admissions_trap()}</label>
        <input id="website" name="website" tabIndex={-1} autoComplete="off" />
      </p>
      <p>
        <a href={paths.privacy}>{m.admissions_privacy()}</a>
      </p>
      <SubmitButton busyText={m.admissions_register_busy()} className="btn-full">
        {m.admissions_register_button()}
      </SubmitButton>
    </Form>
  )
}
