import { m } from '~/language/paraglide/messages'
import { Brand, type NavLink } from './frame'
import { Icon, type IconName } from './icon'

/** Locations that belong together. It is open where the current page is one of them. */
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
 * The sidebar: always open on a desktop, a drawer on a phone. The drawer's button is an empty details and the navigation
 * its sibling, because no stylesheet can open a closed details on old desktops. Without a link there is no sidebar.
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
 * The link whose section a path lies in: the longest that is the path or a folder above it. A side's front page
 * (`/students`, `/school`) is above everything, so it counts only as itself.
 */
export function currentHref(path: string, links: ReadonlyArray<{ href: string }>): string | undefined {
  return links
    .map((link) => link.href)
    .filter((href) => path === href || (href.lastIndexOf('/') > 0 && path.startsWith(`${href}/`)))
    .sort((a, b) => b.length - a.length)[0]
}
