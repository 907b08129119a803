import { type MouseEvent as PressEvent, useEffect } from 'react'
import { paths } from '~/addresses/paths'
import { type Language, languageNames, languages } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { Icon, type IconName } from './icon'

type BrandProps = { href: string; logoUrl?: string | null; name?: string }

/** School's logo, or a default icon without one. */
export function Brand({ href, logoUrl, name }: BrandProps) {
  return (
    <a className="mark" href={href}>
      {logoUrl ? <img src={logoUrl} alt="" width="40" height="40" /> : <Icon name="school" size={40} />}
      {name ?? m.shared_app_name()}
    </a>
  )
}

/** Navigation link. Add one only together with its page. */
export type NavLink = { href: string; label: string; icon?: IconName }

type AccountMenuProps = {
  name: string
  /** Second line under the name, such as a staff member's role. */
  note?: string
  /** Replaces the default icon. */
  photoUrl?: string | null
  links: readonly NavLink[]
  logoutAction: string
}

/** Menu of the signed-in user. Signing out is a form, because it changes state. */
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

/** Language menu that needs no JavaScript: each language is a button that posts to /language. */
export function LanguageMenu({ language, path }: { language: Language; path: string }) {
  return (
    <details className="menu">
      <summary>
        <Icon name="language" />
        <span className="sr">{`${m.shell_language()} `}</span>
        <span className="wide">{languageNames[language]}</span>
      </summary>
      <form className="menu-panel" method="post" action={paths.language}>
        <input type="hidden" name="redirectTo" value={path} />
        {languages.map((code) => (
          <button
            key={code}
            className="go"
            type="submit"
            name="language"
            value={code}
            lang={code}
            aria-current={code === language ? 'true' : undefined}
          >
            {languageNames[code]}
          </button>
        ))}
      </form>
    </details>
  )
}

/** First Tab stop: skips the navigation and goes to `<main id="main">`. */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: a link to an anchor of this page, which works without JavaScript
    <a className="btn skip" href="#main" onClick={focusTarget}>
      {m.shell_skip()}
    </a>
  )
}

/**
 * Moves the focus to an anchor on this page without changing the URL: the router would treat a new hash as another page
 * and drop the action data of a form.
 */
export function focusTarget(event: PressEvent<HTMLAnchorElement>): void {
  const target = document.getElementById(decodeURIComponent(event.currentTarget.hash.slice(1)))
  if (!target) return
  event.preventDefault()
  target.focus()
}

export function SiteFooter({ name }: { name: string }) {
  return (
    <footer className="foot">
      <p>{`© ${name}`}</p>
      <ul>
        <li>
          <a href={paths.privacy}>{m.shell_privacy()}</a>
        </li>
        <li>
          <a href={paths.terms}>{m.shell_terms()}</a>
        </li>
        <li>
          <a href={paths.support}>{m.shell_support()}</a>
        </li>
      </ul>
    </footer>
  )
}

const OPEN = 'details.menu[open], details.drawer[open]'

/**
 * Closes the header menus and the drawer on a click elsewhere, on Escape (returning the focus to their button) and on
 * navigation. Without scripts, only a second tap on the button closes them.
 */
export function useMenus(path: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed path closes the menus
  useEffect(() => closeMenus(() => true), [path])
  useEffect(() => {
    const onClick = (event: MouseEvent) => closeMenus((menu) => !belongsTo(menu, event.target))
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      const summary = document.querySelector(OPEN)?.querySelector('summary')
      closeMenus(() => true)
      summary?.focus()
    }
    document.addEventListener('click', onClick)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('click', onClick)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
}

/** Returns whether a click is inside the menu, or inside the drawer's navigation, which is its sibling. */
function belongsTo(menu: Element, target: EventTarget | null): boolean {
  if (!(target instanceof Node)) return false
  const panel = menu.classList.contains('drawer') ? menu.nextElementSibling : null
  return menu.contains(target) || (panel?.contains(target) ?? false)
}

function closeMenus(shouldClose: (menu: Element) => boolean): void {
  for (const menu of document.querySelectorAll(OPEN)) {
    if (shouldClose(menu)) menu.removeAttribute('open')
  }
}
