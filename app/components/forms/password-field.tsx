import { type InputHTMLAttributes, useState } from 'react'
import { useHydrated } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import { Field, type FieldProps } from './field'

type PasswordFieldProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps | 'type' | 'defaultValue'>

/** Password input. The Show button appears once enhanced, in space that the input reserves from the start. */
export function PasswordField(props: PasswordFieldProps) {
  const isHydrated = useHydrated()
  const [shown, setShown] = useState(false)
  return (
    <Field {...props}>
      {(control) => (
        <div className="reveal">
          <input
            className="input"
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            {...control}
          />
          {isHydrated ? (
            <button
              type="button"
              className="btn btn-quiet"
              aria-label={shown ? m.shared_hide_password() : m.shared_show_password()}
              aria-controls={control.id}
              onClick={() => setShown(!shown)}
            >
              {shown ? m.shared_hide() : m.shared_show()}
            </button>
          ) : null}
        </div>
      )}
    </Field>
  )
}
