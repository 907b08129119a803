import { m } from '~/language/paraglide/messages'
import { Brand, type NavLink } from './frame'
import { Icon, type IconName } from './icon'

/** Group of related links; open if the current page is one of them. */
export type NavGroup = { label: string; icon: IconName; links: readonly NavLink[] }

type SideNavProps = {
  homeHref: string
  logoUrl: string | null
  path: string
  links: readonly NavLink[]
  groups?: readonly NavGroup[]
  moreLinks?: readonly NavLink[]
}

/**
 * Sidebar: always open on a desktop, a drawer on a phone. The drawer button is a `details` element without content, and
 * the navigation is its sibling: old desktop browsers cannot show the content of a closed `details`. Renders nothing
 * without links.
 */
export function SideNav({ homeHref, logoUrl, path, links, groups = [], moreLinks = [] }: SideNavProps) {
  const all = [...links, ...groups.flatMap((group) => group.links), ...moreLinks]
  if (all.length === 0) return null
  const here = currentHref(path, all)
  return (
    <>
      <details className="drawer">
        <summary>
          <span className="sr">{m.shell_menu()}</span>
          <i />
        </summary>
      </details>
      <nav className="side" aria-label={m.shell_main_menu()}>
        <div>
          <Brand href={homeHref} logoUrl={logoUrl} />
          <NavList links={links} here={here} path={path} />
          {groups.map((group) => (
            <details
              key={group.label}
              className="nav-group"
              open={group.links.some((link) => link.href === here) || undefined}
            >
              <summary className="go">
                <Icon name={group.icon} />
                {group.label}
              </summary>
              <NavList links={group.links} here={here} path={path} />
            </details>
          ))}
          {moreLinks.length > 0 ? (
            <>
              <h2>{m.shell_more()}</h2>
              <NavList links={moreLinks} here={here} path={path} />
            </>
          ) : null}
        </div>
      </nav>
    </>
  )
}

function NavList({ links, here, path }: { links: readonly NavLink[]; here: string | undefined; path: string }) {
  return (
    <ul>
      {links.map((link) => (
        <li key={link.href}>
          <a
            className="go"
            href={link.href}
            aria-current={link.href !== here ? undefined : link.href === path ? 'page' : 'true'}
          >
            {link.icon ? <Icon name={link.icon} /> : null}
            {link.label}
          </a>
        </li>
      ))}
    </ul>
  )
}

/**
 * Returns the link of the section that a path belongs to: the longest that equals the path or is a parent of it. A
 * front page (`/students`, `/school`) is a parent of everything, so it matches only itself.
 */
export function currentHref(path: string, links: ReadonlyArray<{ href: string }>): string | undefined {
  return links
    .map((link) => link.href)
    .filter((href) => path === href || (href.lastIndexOf('/') > 0 && path.startsWith(`${href}/`)))
    .sort((a, b) => b.length - a.length)[0]
}
