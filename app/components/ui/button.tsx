import { useNavigation } from '@remix-run/react'
import { type AnchorHTMLAttributes, type ButtonHTMLAttributes, useRef } from 'react'
import { Icon, type IconName } from './icon'

/** `next` is marigold: the one thing to do next, at most once on a page. */
export type ButtonVariant = 'primary' | 'next' | 'secondary' | 'danger' | 'quiet'

/** The classes of a button, for the rare element that cannot be one of the components here. */
export function buttonClass(variant: ButtonVariant = 'primary', className?: string): string {
  const own = variant === 'primary' ? 'btn' : `btn btn-${variant}`
  return className ? `${own} ${className}` : own
}

type Looks = { variant?: ButtonVariant; icon?: IconName }

/** A button that does nothing by itself unless `type="submit"` is said; forms use SubmitButton. */
export function Button({
  variant,
  icon,
  className,
  type = 'button',
  children,
  ...rest
}: Looks & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type={type} className={buttonClass(variant, className)} {...rest}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </button>
  )
}

/** A link that looks like a button: a plain anchor, since a router link in every row costs a third of the render. */
export function ButtonLink({
  variant,
  icon,
  className,
  children,
  ...rest
}: Looks & AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  return (
    <a className={buttonClass(variant, className)} {...rest}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </a>
  )
}

type SubmitButtonProps = {
  children: string
  /** What the button says while its form is on its way, as 'Saving...'. */
  busyText: string
  variant?: ButtonVariant
  /** With a name, only the button that was pressed turns busy; the form's others are disabled with it. */
  name?: string
  value?: string
  className?: string
  /** What it is called where several say the same: begins with its words. */
  label?: string
  /** What is needed before this can be done is not there yet. */
  disabled?: boolean
}

/**
 * The button that sends a form. Once enhanced it is disabled and says `busyText` while its own form is sent; the width
 * fits both texts all along, because the stylesheet keeps room for `data-other`.
 */
export function SubmitButton(props: SubmitButtonProps) {
  const { children, busyText, variant, name, value, className, label, disabled } = props
  const button = useRef<HTMLButtonElement>(null)
  const navigation = useNavigation()
  const action = button.current?.form?.getAttribute('action')
  const sending = navigation.formAction !== undefined && navigation.formAction === action
  const isPressed = name === undefined || navigation.formData?.get(name) === value
  const busy = sending && isPressed && isSent(button.current?.form, navigation.formData)
  return (
    <button
      ref={button}
      type="submit"
      className={buttonClass(variant, className)}
      name={name}
      value={value}
      aria-label={label}
      disabled={sending || disabled}
      data-other={busy ? children : busyText}
    >
      {busy ? busyText : children}
    </button>
  )
}

/** Of many forms with one action, such as one for each purpose, the one that is sent: by what it has in its hidden fields. */
function isSent(form: HTMLFormElement | null | undefined, sent: FormData | undefined): boolean {
  const hidden = form?.querySelectorAll<HTMLInputElement>('input[type=hidden][name]') ?? []
  return !sent || Array.from(hidden).every(({ name, value }) => sent.getAll(name).includes(value))
}
