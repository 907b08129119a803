import { useNavigation } from '@remix-run/react'
import { useRef } from 'react'
import { type ButtonVariant, buttonClass } from './button'

type SubmitButtonProps = {
  children: string
  /** What the button says while its form is on its way, as 'Saving...'. */
  busyText: string
  variant?: ButtonVariant
  /** With a name, only the button that was pressed turns busy; the form's others are disabled with it. */
  name?: string
  value?: string
  className?: string
  /** What is needed before this can be done is not there yet. */
  disabled?: boolean
}

/**
 * The button that sends a form. Once enhanced it is disabled and says `busyText` while its own form is sent; the width
 * fits both texts all along, because the stylesheet keeps room for `data-other`.
 */
export function SubmitButton({ children, busyText, variant, name, value, className, disabled }: SubmitButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const navigation = useNavigation()
  const action = button.current?.form?.getAttribute('action')
  const sending = navigation.formAction !== undefined && navigation.formAction === action
  const busy = sending && (name === undefined || navigation.formData?.get(name) === value)
  return (
    <button
      ref={button}
      type="submit"
      className={buttonClass(variant, className)}
      name={name}
      value={value}
      disabled={sending || disabled}
      data-other={busy ? children : busyText}
    >
      {busy ? busyText : children}
    </button>
  )
}
