import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react'
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
