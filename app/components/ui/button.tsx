import { useNavigation } from '@remix-run/react'
import { type AnchorHTMLAttributes, type ButtonHTMLAttributes, type ReactNode, useRef } from 'react'
import { Icon, type IconName } from './icon'

/** `next` is marigold: the main next step, at most once on a page. */
export type ButtonVariant = 'primary' | 'next' | 'secondary' | 'danger' | 'quiet'

/** Classes of a button, for the rare element that cannot use these components. */
export function buttonClass(variant: ButtonVariant = 'primary', className?: string): string {
  const variantClass = variant === 'primary' ? 'btn' : `btn btn-${variant}`
  return className ? `${variantClass} ${className}` : variantClass
}

type Looks = { variant?: ButtonVariant; icon?: IconName }

/** Button that does nothing by default (`type="button"`); forms use SubmitButton. */
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

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; label?: ReactNode }
type LoneLinkProps = Omit<LinkProps, 'children'>

/** Link styled as a button. A plain anchor, because a router link in each row would cost a third of the render time. */
export function ButtonLink({ variant, icon, className, label, children, ...rest }: Looks & LinkProps) {
  return (
    <a className={buttonClass(variant, className)} {...rest}>
      {icon ? <Icon name={icon} /> : null}
      {label}
      {children}
    </a>
  )
}

/** Link outside running text, large enough for a thumb. */
export function LoneLink({ label, ...rest }: LoneLinkProps) {
  return (
    <a className="alone" {...rest}>
      {label}
    </a>
  )
}

/** `LoneLink` in its own paragraph: the way back or the alternative on a page with a single task. */
export function LinkParagraph(props: LoneLinkProps) {
  return (
    <p>
      <LoneLink {...props} />
    </p>
  )
}

type SubmitButtonProps = {
  children: string
  /** Label while the form is being submitted, such as 'Saving...'. */
  busyText: string
  variant?: ButtonVariant
  /** With a name, only the pressed button shows `busyText`; all buttons of the form are disabled. */
  name?: string
  value?: string
  className?: string
  /** Accessible name where several buttons have the same text; must begin with that text. */
  label?: string
  /** True while a precondition is not met. */
  disabled?: boolean
}

/**
 * Submit button. Once enhanced it is disabled and shows `busyText` while its form is submitted; its width always fits
 * both texts, because the stylesheet reserves space for `data-other`.
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

/**
 * Returns whether this form, and not another with the same action, was submitted. Forms with the same action differ in
 * their hidden fields.
 */
function isSent(form: HTMLFormElement | null | undefined, submission: FormData | undefined): boolean {
  const hidden = form?.querySelectorAll<HTMLInputElement>('input[type=hidden][name]') ?? []
  return !submission || Array.from(hidden).every(({ name, value }) => submission.getAll(name).includes(value))
}
