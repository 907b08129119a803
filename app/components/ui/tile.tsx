import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon'

/** A row of big links; they wrap to one column on a phone. */
export function Tiles({ children }: { children: ReactNode }) {
  return <ul className="cols tiles">{children}</ul>
}

/** One place to go, as large as a thumb wants it. */
export function Tile({ href, title, text, icon }: { href: string; title: string; text: string; icon: IconName }) {
  return (
    <li>
      <a className="tile" href={href}>
        <Icon name={icon} size={28} />
        <strong>{title}</strong>
        <span className="soft small">{text}</span>
      </a>
    </li>
  )
}
