import { m } from '~/language/paraglide/messages'
import { Icon } from './icon'

type BrandProps = { href: string; logoUrl?: string | null; name?: string }

/** The mark in the corner: the school's logo, or a drawn school where there is none. */
export function Brand({ href, logoUrl, name }: BrandProps) {
  return (
    <a className="mark" href={href}>
      {logoUrl ? <img src={logoUrl} alt="" width="40" height="40" /> : <Icon name="school" size={40} />}
      {name ?? m.shared_app_name()}
    </a>
  )
}
