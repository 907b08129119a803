import { m } from '~/language/paraglide/messages'
import { Icon } from './icon'
import type { NavLink } from './side-nav'

type AccountMenuProps = {
  name: string
  /** A second line under the name, as a staff member's role. */
  note?: string
  /** Stands in the place of the drawn head. */
  photoUrl?: string | null
  links: readonly NavLink[]
  logoutAction: string
}

/** Who is signed in, where they may go, and the way out: signing out is a form, since it changes something. */
export function AccountMenu({ name, note, photoUrl, links, logoutAction }: AccountMenuProps) {
  return (
    <details className="menu">
      <summary>
        {photoUrl ? <img className="avatar" src={photoUrl} alt="" width={32} height={32} /> : <Icon name="user" />}
        <span className="sr">{`${m.shell_account()} `}</span>
        <span className="wide">{name}</span>
      </summary>
      <div className="menu-panel">
        <p className="menu-who">
          <strong>{name}</strong>
          {note ? <span className="soft small">{note}</span> : null}
        </p>
        {links.map((link) => (
          <a key={link.href} className="go" href={link.href}>
            {link.icon ? <Icon name={link.icon} /> : null}
            {link.label}
          </a>
        ))}
        <form method="post" action={logoutAction}>
          <button type="submit" className="go">
            <Icon name="logout" />
            {m.shell_logout()}
          </button>
        </form>
      </div>
    </details>
  )
}
